import { expect, it } from 'vitest'
import { findProblems, formatUtterances, type SpeechEvent, toUtterances } from './spoken-words.ts'

const whole = (text: string) => ({ text, cutBy: null })

it('reports which announcement interrupts which', () => {
  const events = [
    ['begin', 'Saving answer 1'],
    ['stop', 'Saving answer 1'],
    ['begin', 'Answer 1 saved'],
    ['end', 'Answer 1 saved'],
    ['begin', 'Question 2'],
    ['stop', 'Question 2'],
  ].map(([kind, text], at) => ({ kind, text, at }) as SpeechEvent)
  expect(formatUtterances(toUtterances(events))).toBe(
    'Saving answer 1 [cut off by “Answer 1 saved”] | Answer 1 saved | Question 2 [cut off]',
  )
})

it.each([
  ['nothing at all', [], ['silence']],
  ['an empty sentence', [''], ['silence']],
  ['other words', ['main content'], ['not the words expected, /Paused/']],
  ['a sentence twice', ['Paused by us.', 'Paused by us.'], ['twice: “Paused by us.”']],
  ['text with a click listener', ['Paused clickable.'], ['“clickable”']],
  ['a region without its words', ['Paused', 'statusbar.'], ['a status without words']],
  [
    'an option without words',
    ['Paused', 'C. selected radio button'],
    ['an option without its words'],
  ],
  ['an option', ['Paused', 'C 443. selected radio button'], []],
  ['a role twice', ['Paused', 'push button', 'push button'], []],
  ['parts of a sentence', ['You are', 'Paused'], []],
])('finds what is wrong with %s', (_, texts, problems) => {
  expect(findProblems(texts.map(whole), /Paused/)).toEqual(problems)
})

it('allows a page read from top to bottom to repeat words', () => {
  const twice = ['Call us at once', 'Paused', 'Call us at once']
  expect(findProblems(twice.map(whole), /Paused/, true)).toEqual([])
  expect(findProblems(['statusbar', 'Paused'].map(whole), /Paused/, true)).toEqual([
    'a status without words',
  ])
})
