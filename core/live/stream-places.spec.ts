import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findDisplacedStream, type StreamHolder, streamLimits } from './stream-places.ts'

const person = (accountId: string, sessionId = `${accountId} at home`) => ({ accountId, sessionId })
const times = (count: number, holder: StreamHolder) =>
  Array.from({ length: count }, (_, place) => ({ ...holder, place }))

it('a fifth stream of a session takes the place of its oldest', () => {
  const open = [...times(1, person('Bela')), ...times(4, person('Asha'))]
  expect(findDisplacedStream(open, person('Asha'))).toBe(open[1])
  expect(findDisplacedStream(open, person('Bela'))).toBeNull()
})

it('a ninth stream of an account takes the place of its oldest', () => {
  const open = [...times(4, person('Asha', 'one')), ...times(4, person('Asha', 'two'))]
  expect(findDisplacedStream(open, person('Asha', 'three'))).toBe(open[0])
})

it('a new stream replaces only streams of its own account when all places are taken', () => {
  const others = Array.from({ length: streamLimits.all }, (_, at) => person(`member ${at}`))
  expect(findDisplacedStream(others, person('Asha'))).toBe('full')
  const open = [...others.slice(4), ...times(4, person('Asha'))]
  expect(findDisplacedStream(open, person('Asha'))).toBe(open.at(-4))
})

it('no series of openings exceeds a limit or ends a stream of another account', () => {
  const holders = fc.record({
    accountId: fc.constantFrom(...Array.from({ length: 60 }, (_, at) => `account ${at}`)),
    sessionId: fc.constantFrom('a', 'b', 'c'),
  })
  fc.assert(
    fc.property(fc.array(holders, { maxLength: 1_000 }), (arrivals) => {
      let open: StreamHolder[] = []
      for (const { accountId, sessionId } of arrivals) {
        const arrival = { accountId, sessionId: `${accountId} ${sessionId}` }
        const displaced = findDisplacedStream(open, arrival)
        if (displaced === 'full') continue
        if (displaced) expect(displaced.accountId).toBe(accountId)
        open = [...open.filter((stream) => stream !== displaced), arrival]
      }
      expect(open.length).toBeLessThanOrEqual(streamLimits.all)
      const bySession = Map.groupBy(open, (stream) => stream.sessionId)
      const byAccount = Map.groupBy(open, (stream) => stream.accountId)
      for (const streams of bySession.values())
        expect(streams.length).toBeLessThanOrEqual(streamLimits.session)
      for (const streams of byAccount.values())
        expect(streams.length).toBeLessThanOrEqual(streamLimits.account)
    }),
  )
})
