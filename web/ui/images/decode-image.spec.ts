import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fitInside } from './decode-image.ts'

const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
})

it('shrinks large pictures, keeps small ones, and never distorts one', () => {
  expect(fitInside({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 })
  expect(fitInside({ width: 3000, height: 4000 }, 1600)).toEqual({ width: 1200, height: 1600 })
  expect(fitInside({ width: 1600, height: 10 }, 1600)).toEqual({ width: 1600, height: 10 })
  fc.assert(
    fc.property(size, (picture) => {
      const fitted = fitInside(picture, 1600)
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(1600)
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1)
      if (Math.max(picture.width, picture.height) <= 1600) expect(fitted).toEqual(picture)
    }),
  )
})
