import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addBox,
  type Box,
  createDefaultBoxes,
  describePlace,
  moveBox,
  resizeBox,
  toPixels,
} from './box.ts'

const step = fc.record({
  x: fc.double({ min: -2, max: 2, noNaN: true }),
  y: fc.double({ min: -2, max: 2, noNaN: true }),
})
const moves = fc.array(fc.tuple(fc.constantFrom(moveBox, resizeBox), step), { maxLength: 12 })
const size = fc.record({
  width: fc.integer({ min: 1, max: 9000 }),
  height: fc.integer({ min: 1, max: 9000 }),
})
const slack = 1e-9

it.each(['front', 'back'] as const)('lays two boxes over the %s: digits and QR code', (side) => {
  const boxes = createDefaultBoxes(side)
  expect(boxes.map(({ over }) => over)).toEqual(['digits', 'qr'])
})

it('keeps every box inside the picture, however it is moved or resized', () => {
  fc.assert(
    fc.property(fc.constantFrom('front', 'back'), moves, (side, operations) => {
      for (const start of addBox(createDefaultBoxes(side))) {
        const box = operations.reduce<Box>(
          (moved, [operation, offset]) => operation(moved, offset),
          start,
        )
        expect(box.left).toBeGreaterThanOrEqual(0)
        expect(box.top).toBeGreaterThanOrEqual(0)
        expect(box.left + box.width).toBeLessThanOrEqual(1 + slack)
        expect(box.top + box.height).toBeLessThanOrEqual(1 + slack)
        expect(Math.min(box.width, box.height)).toBeGreaterThan(0)
      }
    }),
  )
})

it('moves without resizing and resizes without moving', () => {
  fc.assert(
    fc.property(step, (offset) => {
      const [box] = createDefaultBoxes('front') as [Box]
      const { width, height } = box
      expect(moveBox(box, offset)).toMatchObject({ width, height })
      const { left, top } = box
      expect(resizeBox(box, offset)).toMatchObject({ left, top })
    }),
  )
})

it('covers every pixel that a box touches, and no pixel outside the picture', () => {
  fc.assert(
    fc.property(moves, size, (operations, picture) => {
      const [start] = createDefaultBoxes('back') as [Box]
      const box = operations.reduce<Box>(
        (moved, [operation, offset]) => operation(moved, offset),
        start,
      )
      const { x, y, width, height } = toPixels(box, picture)
      expect(x).toBeLessThanOrEqual(box.left * picture.width)
      expect(y).toBeLessThanOrEqual(box.top * picture.height)
      expect(x + width).toBeGreaterThanOrEqual((box.left + box.width) * picture.width - 1e-6)
      expect(y + height).toBeGreaterThanOrEqual((box.top + box.height) * picture.height - 1e-6)
      expect(x + width).toBeLessThanOrEqual(picture.width)
      expect(y + height).toBeLessThanOrEqual(picture.height)
    }),
  )
})

it('describes the position and size of a box', () => {
  const [box] = createDefaultBoxes('front') as [Box]
  expect(describePlace(box)).toBe('25% from the left, 70% from the top, 34% wide, 19% high')
  expect(describePlace(moveBox(box, { x: 0.01, y: 0 }))).toMatch(/^26% from the left, 70% /)
})

it('gives each added box a number of its own', () => {
  const six = [1, 2, 3, 4].reduce((boxes) => addBox(boxes), createDefaultBoxes('front'))
  expect(new Set(six.map(({ id }) => id)).size).toBe(6)
  const again = addBox(six.filter(({ id }) => id !== 3))
  expect(new Set(again.map(({ id }) => id)).size).toBe(6)
  expect(addBox([]).map(({ id }) => id)).toEqual([1])
})
