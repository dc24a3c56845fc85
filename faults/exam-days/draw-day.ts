import fc from 'fast-check'
import { acts } from './acts.ts'

/** An act that is drawn: the numbers choose who does it, to what, and how. */
export type DrawnAct = {
  readonly kind: string
  readonly waitMs: number
  readonly numbers: readonly number[]
}

const waitMs = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.nat(20_000) },
  { weight: 2, arbitrary: fc.nat(150_000) },
)

const kinds = Object.entries(acts).map(([kind, { weight }]) => ({
  weight,
  arbitrary: fc.constant(kind),
}))

const act: fc.Arbitrary<DrawnAct> = fc.record({
  kind: fc.oneof(...kinds),
  waitMs,
  numbers: fc.array(fc.nat(499), { minLength: 7, maxLength: 7 }),
})

/** Acts of a day, in their order. */
export function drawDay(count: number): fc.Arbitrary<DrawnAct[]> {
  return fc.noBias(fc.array(act, { minLength: 1, maxLength: count, size: 'max' }))
}
