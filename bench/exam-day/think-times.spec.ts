import { expect, it } from 'vitest'
import { createSeededRandom } from '#core/random.ts'
import { createDraw, drawLogNormal, listMoments } from './think-times.ts'

const between = { fromMs: 1_000, untilMs: 1_000 + 20_000_000, meanMs: 20_000 }

it.each([
  { name: 'log-normal', draw: drawLogNormal },
  { name: 'drawn from attempts', draw: createDraw([2_000, 9_000, 70_000]) },
])('gives the wanted number of answers: $name', ({ draw }) => {
  const moments = listMoments(between, draw, createSeededRandom(7))
  // A thousand are due on average.
  expect(Math.abs(moments.length - 1_000)).toBeLessThan(100)
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect(moments.every((at) => at > between.fromMs && at < between.untilMs)).toBe(true)
})

it('draws only recorded times, relative to their mean', () => {
  const draw = createDraw([10, 20, 60])
  const drawn = Array.from({ length: 100 }, (_, index) => draw(() => index / 100))
  expect(new Set(drawn)).toEqual(new Set([10 / 30, 20 / 30, 2]))
})
