import { describe, expect, it } from 'vitest'
import { forcedReasons } from '#core/attempts/attempt.ts'
import type { Ending } from '../endings/describe-ending.ts'
import { getCompletionMessage, getCompletionTitle } from './completion-page.tsx'

const range = (count: number) => Array.from({ length: count }, (_, n) => n + 1)
const ending = (finishReason: string, answered: number, late: Partial<Ending> = {}): Ending => ({
  finishReason,
  saved: range(answered),
  late: [],
  unsent: [],
  declined: [],
  endedAt: null,
  offlineFrom: null,
  lateAt: null,
  ...late,
})

const laterText = 'You will see your score when the result is released.'
const trainerText =
  'Thank you for taking part. If this was a mistake, speak to your trainer: they can see what was recorded.'

describe('a normal end', () => {
  it.each([
    { answered: 20, total: 20, words: 'all 20 answers are saved' },
    { answered: 3, total: 20, words: '3 answers are saved' },
    { answered: 1, total: 20, words: '1 answer is saved' },
    { answered: 1, total: 1, words: 'your answer is saved' },
    { answered: 0, total: 20, words: 'no question was answered' },
  ])('$answered of $total: $words', ({ answered, total, words }) => {
    expect(getCompletionMessage(ending('Completed', answered), total)).toBe(
      `Your quiz is finished and ${words}. ${laterText}`,
    )
  })
})

it('says thank you at the end of the time, as after a finish', () => {
  const timeUp = ending('Time expired', 3)
  expect(getCompletionTitle(timeUp)).toBe(getCompletionTitle(ending('Completed', 3)))
  expect(getCompletionMessage(timeUp, 20)).toBe(
    `The time was up. Your quiz is finished and 3 answers are saved. ${laterText}`,
  )
  expect(getCompletionTitle(ending('Auto submission', 3))).toBe('Your quiz was submitted')
})

describe('an end that the student did not ask for', () => {
  const causes = {
    'Auto submission': 'The quiz lost its window',
    'Page refreshed or closed': 'The page was refreshed or closed',
    'Developer tools opened': 'Something opened beside the page',
    'User pressed back button': 'The back button was pressed',
    'Ended by the institute': 'The institute closed your attempt',
  } as const

  it.each([...forcedReasons, 'Ended by the institute'] as const)(
    'by %s says why, how many answers were sent and who to ask',
    (finishReason) => {
      expect(getCompletionMessage(ending(finishReason, 7), 20)).toBe(
        `${causes[finishReason]}, so the quiz ended and your 7 answers were sent. ${trainerText}`,
      )
    },
  )

  it.each([
    { answered: 0, words: 'so the quiz ended before a question was answered.' },
    { answered: 1, words: 'so the quiz ended and your answer was sent.' },
    { answered: 2, words: 'so the quiz ended and your 2 answers were sent.' },
  ])('says how many answers were sent, $answered answered', ({ answered, words }) => {
    expect(getCompletionMessage(ending('Auto submission', answered), 20)).toBe(
      `The quiz lost its window, ${words} ${trainerText}`,
    )
  })

  it('mentions the result if it is already released', () => {
    expect(
      getCompletionMessage(ending('Page refreshed or closed', 0, { isReleased: true }), 20),
    ).toBe('The page was refreshed or closed, so the quiz ended. Your result is on your panel.')
  })

  it('before all answers arrived says how many are missing, and what happens to them', () => {
    const kept = ending('Time expired', 3, { late: [4, 5, 6, 7] })
    expect(getCompletionTitle(kept)).toBe('Thank you!')
    expect(getCompletionMessage(kept, 20)).toBe(
      'The time was up. 4 answers did not reach us in time. They are kept, and your trainer can accept them.',
    )
    const unsent = ending('Time expired', 3, { unsent: [4] })
    expect(getCompletionMessage(unsent, 20)).toBe(
      'The time was up. 1 answer did not reach us in time. It is kept on this device until we have it.',
    )
  })
})
