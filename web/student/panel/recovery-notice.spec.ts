import { expect, it } from 'vitest'
import { describeRecovery } from './recovery-notice.tsx'

const recovery = { testTitle: 'React JS', count: 2, state: 'offline' } as const

it('calls the device offline only where it is', () => {
  expect(describeRecovery(recovery, false)).toBe(
    'You are offline. 2 answers of your quiz React JS are kept on this device and sent when you reconnect.',
  )
  expect(describeRecovery({ ...recovery, count: 1 }, true)).toBe(
    'We cannot reach the exam server. Nothing is wrong with your device. 1 answer of your quiz React JS is kept on this device and sent as soon as it answers.',
  )
})

it('gives no number of saved answers, which the quiz page might contradict', () => {
  expect(describeRecovery({ testTitle: 'React JS', state: 'saved' }, true)).toBe(
    'All that was waiting on this device is saved: React JS.',
  )
})

const late =
  '2 answers of your quiz React JS reached us after its end. They are kept as late, and your trainer can accept them.'
const declined =
  '1 answer of your quiz React JS was chosen after the quiz had ended, and does not count.'

it.each([
  { late: 2, declined: 0, text: late },
  { late: 0, declined: 1, text: declined },
  { late: 2, declined: 1, text: `${late} ${declined}` },
])('reports $late late and $declined declined answers', ({ text, ...counts }) => {
  expect(describeRecovery({ testTitle: 'React JS', state: 'after-end', ...counts }, true)).toBe(
    text,
  )
})
