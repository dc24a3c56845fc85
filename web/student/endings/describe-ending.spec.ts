import { describe, expect, it } from 'vitest'
import { forcedReasons } from '#core/attempts/attempt.ts'
import {
  describeCause,
  type Ending,
  formatQuestionNumbers,
  listEndingLines,
  toReasonLabel,
} from './describe-ending.ts'

const at = (time: string) => Date.parse(`2026-11-21T${time}+05:30`)
const ending: Ending = {
  finishReason: 'Time expired',
  saved: [1, 2, 3],
  late: [],
  unsent: [],
  declined: [],
  endedAt: at('11:00:00'),
  offlineFrom: null,
  lateAt: null,
}
const read = (change: Partial<Ending>) =>
  Object.fromEntries(
    listEndingLines({ ...ending, ...change }).map(({ kind, title, text }) => [kind, [title, text]]),
  )

it.each([
  [[4], 'Question 4'],
  [[1, 2], 'Questions 1 and 2'],
  [[1, 2, 3], 'Questions 1 to 3'],
  [[9, 1, 2, 3, 7], 'Questions 1 to 3, 7 and 9'],
  [[1, 2, 4, 5, 6], 'Questions 1, 2 and 4 to 6'],
])('%s: %s', (numbers, words) => {
  expect(formatQuestionNumbers(numbers)).toBe(words)
})

describe('the student’s lines about the end', () => {
  it('name the counted and the late answers, and both times', () => {
    const lines = read({ late: [4, 5], offlineFrom: at('10:58:12'), lateAt: at('11:00:22') })
    expect(lines.saved).toEqual(['3 answers saved and counted', 'Questions 1 to 3'])
    expect(lines.late).toEqual([
      '2 answers kept as late',
      'Questions 4 and 5. They count only if your trainer accepts them. You see the decision with your result.',
    ])
    expect(lines.why?.[1]).toBe(
      'Your device was offline from 10:58:12\u00a0am. The quiz ended at 11:00:00\u00a0am, and the late answers reached us at 11:00:22\u00a0am.',
    )
  })

  it('give both reasons: the forced end and the offline device', () => {
    const why = read({
      finishReason: 'Developer tools opened',
      late: [4],
      offlineFrom: at('10:58:12'),
      lateAt: at('11:00:22'),
    }).why?.[1]
    expect(why).toMatch(
      /^Something opened beside the page\. Your device was offline from 10:58:12\u00a0am\./,
    )
    expect(why).toMatch(/speak to your trainer: they can see what was recorded\.$/)
  })

  it('use the singular for one answer, and have words for none', () => {
    const lines = read({ saved: [], late: [2], unsent: [3], declined: [4] })
    expect(lines.saved?.[0]).toBe('No answer was saved')
    expect(lines.late?.[1]).toMatch(/^Question 2\. It counts only if your trainer accepts it\./)
    expect(lines.unsent?.[0]).toBe('1 answer still on this device')
    expect(lines.declined).toEqual([
      '1 answer not taken',
      'Question 4: chosen after the time was over.',
    ])
  })

  it('say that a second device chose after the finish, not that it was late', () => {
    const lines = read({ finishReason: 'Completed', declined: [4] })
    expect(lines.declined).toEqual(['1 answer not taken', 'Question 4: chosen after you finished.'])
    expect(lines.late).toBeUndefined()
  })

  it('give no reason when the student finished the quiz', () => {
    expect(read({ finishReason: 'Completed', endedAt: null }).why).toBeUndefined()
  })
})

it('no reason accuses a student of opening developer tools', () => {
  const words = forcedReasons.map((reason) => [toReasonLabel(reason), describeCause(reason)])
  expect(words.flat().join()).not.toMatch(/developer tools/i)
  expect(forcedReasons.filter((reason) => toReasonLabel(reason) !== reason)).toEqual([
    'Developer tools opened',
  ])
})
