import { describe, expect, it } from 'vitest'
import { createPortableQuestion } from '#test/exam-factories.ts'
import { findAikenGap, isChangedByAiken, readAiken, writeAiken } from './aiken.ts'

/** As Moodle's documentation shows the format. */
const documented = `What is the correct answer to this question?
A. Is it this one?
B. Maybe this answer?
C. Possibly this one?
D. Must be this one!
ANSWER: D

Which LMS has the most quiz import formats?
A) Moodle
B) ATutor
C) Claroline
D) Blackboard
ANSWER: A
`

it('reads both ways to letter an option', () => {
  const { entries, errors } = readAiken(documented.replaceAll('\n', '\r\n'))
  expect(errors).toEqual([])
  expect(entries).toMatchObject([
    { line: 1, errors: [], question: { correct: [3] } },
    { line: 8, errors: [], question: { correct: [0] } },
  ])
  expect(entries[1]?.question?.options.map(({ text }) => text)).toEqual([
    'Moodle',
    'ATutor',
    'Claroline',
    'Blackboard',
  ])
})

it('reads a question of several lines', () => {
  const { entries } = readAiken('One\ntwo\nA. a\nB. b\nC. c\nD. d\nANSWER: B')
  expect(entries[0]?.question?.text).toBe('One\ntwo')
})

it.each([
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: E',
    errors: ['"ANSWER: E" names none of the options: mark the correct answer'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nANSWER: A, C',
    errors: ['More than one option is marked correct: mark one'],
  },
  { file: 'Q\nA. a\nANSWER: A', errors: ['Enter option B'] },
  {
    file: 'Q\nA. a\nC. b\nB. c\nD. d\nANSWER: A',
    errors: ['The letters of the options are not in order: look them over'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d',
    errors: ['Left out. It has no line "ANSWER:" behind its options.'],
  },
  {
    file: 'Q\nA. a\nB. b\nC. c\nD. d\nE. e\nF. f\nG. g\nH. h\nI. i\nANSWER: A',
    errors: ['Left out. It has 9 options, and a question here has at most 8.'],
  },
])('tells of $errors', ({ file, errors }) => {
  expect(readAiken(file).entries.map((entry) => entry.errors)).toEqual([errors])
})

it('goes on with the next question behind one without its answer', () => {
  const { entries } = readAiken(`Lost\nA. a\nB. b\nC. c\nD. d\n\n${documented}`)
  expect(entries.map(({ question }) => question !== null)).toEqual([false, true, true])
  expect(entries[1]?.line).toBe(7)
})

it('writes a text that looks like an option so that it is none', () => {
  const question = createPortableQuestion({ text: 'A. is the first letter?\nSay so.' })
  expect(isChangedByAiken(question.text)).toBe(true)
  const { entries } = readAiken(writeAiken([question]))
  expect(entries[0]?.question?.text).toBe('Question: A. is the first letter? Say so.')
})

it('leaves out, and says why, what Aiken cannot hold', () => {
  const several = createPortableQuestion({ kind: 'multiple-choice', correct: [0, 1] })
  expect(writeAiken([several, createPortableQuestion()])).toBe(
    writeAiken([createPortableQuestion()]),
  )
  expect(findAikenGap(several)).toBe('Aiken holds one right answer only')
  expect(findAikenGap(createPortableQuestion())).toBeNull()
})

describe('questions of a text program', () => {
  const word = `1. Which clause filters groups?
a) WHERE
b) HAVING
c) GROUP BY
Ans: b

Q2) Only 1 and 3 are true of
   1. joins
   3. unions?
(A) yes
(B) no
Answer - (a)
`
  it('have numbers, small letters, brackets, and their answer in other words', () => {
    const { entries } = readAiken(word)
    expect(entries).toMatchObject([
      { line: 1, errors: [], question: { text: 'Which clause filters groups?', correct: [1] } },
      {
        line: 7,
        errors: [],
        question: { text: 'Only 1 and 3 are true of\n1. joins\n3. unions?', correct: [0] },
      },
    ])
    expect(entries[0]?.question?.options.map(({ text }) => text)).toEqual([
      'WHERE',
      'HAVING',
      'GROUP BY',
    ])
  })

  it('keep a line for words where its letter is not the next', () => {
    const { entries } = readAiken('1. Why?\nc) is no option\na) one\nb) two\nAns. b')
    expect(entries[0]?.question).toMatchObject({ text: 'Why?\nc) is no option', correct: [1] })
  })

  it('are not found in words that only begin like an answer', () => {
    const file = 'Key-value stores: which?\nA. a\nB. b\nANSWER: B'
    expect(readAiken(file).entries[0]).toMatchObject({
      errors: [],
      question: { text: 'Key-value stores: which?', correct: [1] },
    })
  })

  it('leave the numbers of strict Aiken as they are', () => {
    expect(readAiken('1. Why?\nA. a\nB. b\nANSWER: B').entries[0]?.question?.text).toBe('1. Why?')
  })
})
