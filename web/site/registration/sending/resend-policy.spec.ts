import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NetworkError, RefusalError } from '../../../client/request.ts'
import { classifyFailure, getRetryPauseMs, maxQueueingMs, maxTryingMs } from './resend-policy.ts'

const lost = new NetworkError('cut')
const busy = (seconds: number | null) => new RefusalError(503, { code: 'busy' }, seconds)

it.each([
  ['a lost connection', lost, 'lost'],
  ['a busy server', busy(1), 'busy'],
  ['a taken address', new RefusalError(409, { code: 'email-taken' }, null), null],
  ['too many tries', new RefusalError(429, { code: 'too-many' }, 5), null],
  ['a fault', new RefusalError(500, { code: 'fault' }, null), null],
  ['a full disk', new RefusalError(507, { code: 'disk-full' }, null), null],
  ['our own fault', new TypeError('x is undefined'), null],
])('classifies %s as %s', (_, cause, failure) => {
  expect(classifyFailure(cause)).toBe(failure)
  const state = { failures: 1, spentMs: 0, jitter: 0.5 }
  expect(getRetryPauseMs(cause, state) === null).toBe(failure === null)
})

it('waits longer each time, 15 s at most', () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((failures) =>
    getRetryPauseMs(lost, { failures, spentMs: 0, jitter: 0.5 }),
  )
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})

it('waits as long as the server asks', () => {
  expect(getRetryPauseMs(busy(20), { failures: 1, spentMs: 0, jitter: 0 })).toBe(20_000)
  expect(getRetryPauseMs(busy(1), { failures: 4, spentMs: 0, jitter: 0.5 })).toBe(8000)
})

it.each([
  { title: 'two minutes on a dead connection', causeOf: () => lost, maxMs: maxTryingMs },
  { title: 'five while the server asks to retry', causeOf: busy, maxMs: maxQueueingMs },
])('never retries for more than $title, and always ends', ({ causeOf: createCause, maxMs }) => {
  const roundArbitrary = fc.record({
    seconds: fc.option(fc.nat(300)),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(roundArbitrary, { minLength: 500, maxLength: 500 }), (rounds) => {
      let spentMs = 0
      for (const [index, { seconds, chance: jitter }] of rounds.entries()) {
        const pause = getRetryPauseMs(createCause(seconds), {
          failures: index + 1,
          spentMs,
          jitter,
        })
        if (pause === null) return
        expect(pause).toBeGreaterThan(0)
        spentMs += pause
        expect(spentMs).toBeLessThanOrEqual(maxMs)
      }
      expect.unreachable('500 rounds in five minutes')
    }),
  )
})
