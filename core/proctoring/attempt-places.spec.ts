import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AttemptPlace, findConcurrentPlaces } from './attempt-places.ts'

const createPlace = (overrides: Partial<AttemptPlace>): AttemptPlace => ({
  address: '10.0.0.1',
  deviceId: 'pc',
  deviceName: 'Chrome on Windows',
  firstAt: 0,
  lastAt: 10,
  ...overrides,
})

it.each<[string, readonly Partial<AttemptPlace>[], number]>([
  ['one place', [{}], 0],
  ['two devices within the same minutes', [{}, { deviceId: 'phone', firstAt: 5, lastAt: 6 }], 2],
  [
    'the next PC, after the first one died',
    [{}, { deviceId: 'other', firstAt: 11, lastAt: 30 }],
    0,
  ],
  [
    'a phone that goes from Wi-Fi to mobile and back',
    [{}, { address: '100.64.1.2', firstAt: 3 }],
    0,
  ],
  ['neighbours behind one address', [{}, { deviceId: 'other' }], 2],
  [
    'two browsers without an id, told by their names',
    [{ deviceId: null }, { deviceId: null, deviceName: 'Firefox on Linux' }],
    2,
  ],
  ['a browser that lost its id', [{}, { deviceId: null, firstAt: 5, lastAt: 20 }], 0],
  [
    'a third one that came later',
    [{}, { deviceId: 'b', lastAt: 4 }, { deviceId: 'c', firstAt: 11, lastAt: 12 }],
    2,
  ],
])('%s', (_, parts, count) => {
  expect(findConcurrentPlaces(parts.map(createPlace)).size).toBe(count)
})

const anyPlace = fc
  .record({
    address: fc.constantFrom('10.0.0.1', '10.0.0.2'),
    deviceId: fc.constantFrom('a', 'b', null),
    deviceName: fc.constantFrom('Chrome on Windows', 'Firefox on Linux'),
    firstAt: fc.nat(100),
    length: fc.nat(50),
  })
  .map(({ length, ...rest }): AttemptPlace => ({ ...rest, lastAt: rest.firstAt + length }))

it('one place alone is never concurrent, nor is only one of two', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 6 }), (places) => {
      const concurrentPlaces = findConcurrentPlaces(places)
      expect(concurrentPlaces.size).not.toBe(1)
      for (const one of concurrentPlaces) expect(places).toContain(one)
    }),
  )
})

it('the number of concurrent places depends neither on their order nor on when it all happened', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 6 }), fc.nat(), (places, shift) => {
      const later = places.toReversed().map((one) => ({
        ...one,
        firstAt: one.firstAt + shift,
        lastAt: one.lastAt + shift,
      }))
      expect(findConcurrentPlaces(later).size).toBe(findConcurrentPlaces(places).size)
    }),
  )
})

it('devices used one after the other are not concurrent', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { maxLength: 6 }), (places) => {
      let end = 0
      const inTurn = places.map((one) => {
        const firstAt = end + 1
        end = firstAt + (one.lastAt - one.firstAt)
        return { ...one, firstAt, lastAt: end }
      })
      expect(findConcurrentPlaces(inTurn).size).toBe(0)
    }),
  )
})
