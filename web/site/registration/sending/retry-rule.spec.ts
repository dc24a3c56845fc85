import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NetworkFault, Refused } from '../../../api.ts'
import { longestQueueingMs, longestTryingMs, pauseBefore, troubleOf } from './retry-rule.ts'

const lost = new NetworkFault('cut')
const busy = (seconds: number | null) => new Refused(503, { code: 'busy' }, seconds)

it.each([
  ['a lost connection', lost, 'lost'],
  ['a busy server', busy(1), 'busy'],
  ['a proxy without a server', new Refused(502, {}, null), 'busy'],
  ['a taken address', new Refused(409, { code: 'email-taken' }, null), null],
  ['too many tries', new Refused(429, { code: 'too-many' }, 5), null],
  ['a fault', new Refused(500, { code: 'fault' }, null), null],
  ['a full disk', new Refused(507, { code: 'disk-full' }, null), null],
  ['our own fault', new TypeError('x is undefined'), null],
])('takes %s for %s', (_, cause, trouble) => {
  expect(troubleOf(cause)).toBe(trouble)
  const tries = { failed: 1, spentMs: 0, chance: 0.5 }
  expect(pauseBefore(cause, tries) === null).toBe(trouble === null)
})

it('waits longer each time, 15 s at most', () => {
  const pauses = [1, 2, 3, 4, 5, 6].map((failed) =>
    pauseBefore(lost, { failed, spentMs: 0, chance: 0.5 }),
  )
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 15_000])
})

it('waits as long as the server asks', () => {
  expect(pauseBefore(busy(20), { failed: 1, spentMs: 0, chance: 0 })).toBe(20_000)
  expect(pauseBefore(busy(1), { failed: 4, spentMs: 0, chance: 0.5 })).toBe(8000)
})

it.each([
  { title: 'two minutes on a dead line', causeOf: () => lost, mostMs: longestTryingMs },
  { title: 'five while the server asks to come back', causeOf: busy, mostMs: longestQueueingMs },
])('never goes on for more than $title, and always ends', ({ causeOf, mostMs }) => {
  const round = fc.record({
    seconds: fc.option(fc.nat(300)),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(round, { minLength: 500, maxLength: 500 }), (rounds) => {
      let spentMs = 0
      for (const [place, { seconds, chance }] of rounds.entries()) {
        const pause = pauseBefore(causeOf(seconds), { failed: place + 1, spentMs, chance })
        if (pause === null) return
        expect(pause).toBeGreaterThan(0)
        spentMs += pause
        expect(spentMs).toBeLessThanOrEqual(mostMs)
      }
      expect.unreachable('500 rounds in five minutes')
    }),
  )
})
