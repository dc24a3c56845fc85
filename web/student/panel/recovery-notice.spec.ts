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
