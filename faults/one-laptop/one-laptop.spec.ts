import { afterAll, beforeAll, expect, it } from 'vitest'

import { computeQuantile } from '#simulated-class/quantile.ts'
import { type AttackLab, createAttackLab } from './attack-lab.ts'
import { attacks } from './attacks.ts'
import { listBreaches } from './run-one-laptop.ts'

/** The long form is run separately, since only an idle machine can keep its times. */
let lab: AttackLab
beforeAll(async () => {
  lab = await createAttackLab({ classSize: 8, seed: 1 })
})
afterAll(() => lab?.close())

it.each(Object.entries(attacks))(
  'a class can continue under %s',
  async (attack) => {
    const report = await lab.attack(attack, { seconds: 1, answersEach: 3 })
    expect(listBreaches(report, { withTimes: false })).toEqual([])
    expect(report.answerMs).toHaveLength(8 * 3)
    expect(Object.values(report.tally).reduce((sum, times) => sum + times, 0)).toBeGreaterThan(0)
  },
  60_000,
)

it('counts every broken promise as a breach', () => {
  const quiet = { attack: '', failures: [], lostAnswers: 0, rssMb: 200, grownMb: 1, tally: {} }
  const slow = { ...quiet, answerMs: [1, 201], loginMs: [3_001] }
  expect(listBreaches(slow, { withTimes: false })).toEqual([])
  expect(listBreaches(slow, { withTimes: true })).toHaveLength(2)
  const bad = { ...slow, failures: ['x'], lostAnswers: 1, rssMb: 601, grownMb: 101 }
  expect(listBreaches(bad, { withTimes: true })).toHaveLength(6)
  expect(computeQuantile([3, 1, 2], 50)).toBe(2)
})
