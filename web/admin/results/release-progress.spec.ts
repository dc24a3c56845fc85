import { expect, it } from 'vitest'
import { describeSent } from './release-progress.tsx'

const done = {
  state: 'done',
  message: 'Result emails sent successfully.',
  total: 1250,
  sent: 1250,
  failed: 0,
  corrected: 0,
  toldBefore: 0,
  isMailSetUp: true,
  secondsToUndo: null,
} as const

it.each([
  [{}, 'Result emails sent successfully. 1,250 of 1,250.'],
  [
    { sent: 3, total: 3, corrected: 1, toldBefore: 125_000 },
    'Result emails sent successfully. 3 of 3. 1 is a corrected result. 1,25,000 students had the same result from an earlier release.',
  ],
  [
    { corrected: 1250, toldBefore: 1 },
    'Result emails sent successfully. 1,250 of 1,250. All are corrected results. 1 student had the same result from an earlier release.',
  ],
])('describes the emails sent, with grouped counts: %j', (progress, sentence) => {
  expect(describeSent({ ...done, ...progress })).toBe(sentence)
})
