import { expect, it } from 'vitest'
import { areInstalmentsEnough, isConsentGiven, listComing, sumInstalments } from './own-content.ts'

it('lists the batches from today on, the next one first', () => {
  const batches = ['2027-01-11', '2026-12-07', '2026-11-27', '2026-11-28'].map((starts) => ({
    starts,
  }))
  const list = (today: string) => listComing(batches, today).map(({ starts }) => starts)
  expect(list('2026-11-28')).toEqual(['2026-11-28', '2026-12-07', '2027-01-11'])
  expect(list('2026-12-31')).toEqual(['2027-01-11'])
  expect(list('2027-01-12')).toEqual([])
})

const toPlan = (amount: number, ...parts: number[]) => ({
  amount,
  instalments: parts.map((amount) => ({ amount })),
})

it.each([
  { plan: toPlan(60_000), sum: null, isEnough: true },
  { plan: toPlan(60_000, 30_000, 30_000), sum: 60_000, isEnough: true },
  { plan: toPlan(60_000, 32_000, 31_000), sum: 63_000, isEnough: true },
  { plan: toPlan(60_000, 30_000, 3_000), sum: 33_000, isEnough: false },
])('instalments make $sum, which is enough: $isEnough', ({ plan, sum, isEnough }) => {
  expect(sumInstalments(plan)).toBe(sum)
  expect(areInstalmentsEnough(plan)).toBe(isEnough)
})

it.each([
  { consent: { givenOn: '2026-11-28' }, isGiven: true },
  { consent: { givenOn: '2026-11-29' }, isGiven: false },
  { consent: { givenOn: '2026-10-02', withdrawnOn: '2026-11-29' }, isGiven: true },
  { consent: { givenOn: '2026-10-02', withdrawnOn: '2026-11-28' }, isGiven: false },
  { consent: { givenOn: '2026-10-02', withdrawnOn: '2026-10-01' }, isGiven: false },
])('on 28 November $consent is a consent: $isGiven', ({ consent, isGiven }) => {
  expect(isConsentGiven(consent, '2026-11-28')).toBe(isGiven)
})
