import { describe, expect, it } from 'vitest'
import { forcedReasons } from '#core/attempts/attempt.ts'
import { getCompletionMessage } from './completion-page.tsx'

const laterText = 'You will see your score when the result is released.'
const trainerText =
  'Thank you for taking part. If this was a mistake, speak to your trainer: they can see the reason below.'

describe('a normal end', () => {
  it.each([
    { answered: 20, total: 20, ending: 'all 20 answers are saved' },
    { answered: 3, total: 20, ending: '3 answers are saved' },
    { answered: 1, total: 20, ending: '1 answer is saved' },
    { answered: 1, total: 1, ending: 'your answer is saved' },
    { answered: 0, total: 20, ending: 'no question was answered' },
  ])('$answered of $total: $ending', ({ answered, total, ending }) => {
    const facts = { finishReason: 'Completed', isLate: false, answered, total }
    expect(getCompletionMessage(facts)).toBe(`Your quiz is finished and ${ending}. ${laterText}`)
  })
})

describe('an end that the student did not ask for', () => {
  const causes = {
    'Auto submission': 'The quiz lost its window',
    'Page refreshed or closed': 'The page was refreshed or closed',
    'Developer tools opened': 'Developer tools were opened',
    'User pressed back button': 'The back button was pressed',
  } as const

  it.each(forcedReasons)('by %s says why, what was sent and whom to ask', (finishReason) => {
    const facts = { finishReason, isLate: false, answered: 7, total: 20 }
    expect(getCompletionMessage(facts)).toBe(
      `${causes[finishReason]}, so the quiz ended and your 7 answers were sent. ${trainerText}`,
    )
  })

  it.each([
    { answered: 0, ending: 'so the quiz ended before a question was answered.' },
    { answered: 1, ending: 'so the quiz ended and your answer was sent.' },
    { answered: 2, ending: 'so the quiz ended and your 2 answers were sent.' },
  ])('by the clock, $answered answered', ({ answered, ending }) => {
    const facts = { finishReason: 'Time expired', isLate: false, answered, total: 20 }
    expect(getCompletionMessage(facts)).toBe(`The time is over, ${ending} ${laterText}`)
  })

  it('that came first promises no more than has arrived', () => {
    const facts = { finishReason: 'Time expired', isLate: true, answered: 7, total: 20 }
    expect(getCompletionMessage(facts)).toContain('What reached us before the end is saved.')
  })
})
