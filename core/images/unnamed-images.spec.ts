import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mayAllBeSetAside } from './unnamed-images.ts'

it.each([
  [0, 0, true],
  [2, 2, true],
  [4, 3, false],
  [60, 3, true],
  [59, 3, false],
  [200, 10, true],
  [219, 11, false],
  [100_000, 11, false],
])('decides about %i pictures, %i without a row: %s', (files, unnamed, isAllowed) => {
  expect(mayAllBeSetAside({ files, unnamed })).toBe(isAllowed)
})

it('never sets aside more than ten, nor more than 5 % and two', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.nat(5_000), (named, unnamed) => {
      const files = named + unnamed
      if (!mayAllBeSetAside({ files, unnamed })) return
      expect(unnamed).toBeLessThanOrEqual(10)
      expect(unnamed <= 2 || unnamed / files <= 0.05).toBe(true)
    }),
  )
})

it('never sets aside more where there are fewer pictures', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.nat(20), (files, more, unnamed) => {
      if (mayAllBeSetAside({ files, unnamed })) {
        expect(mayAllBeSetAside({ files: files + more, unnamed })).toBe(true)
      }
    }),
  )
})
