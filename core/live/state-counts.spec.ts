import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presenceStates } from './presence.ts'
import { countStates, type SpokenCounts, summarizeChanges, summaryPauseMs } from './state-counts.ts'

const createCounts = (states: readonly (typeof presenceStates)[number][]) =>
  countStates(states.map((state) => ({ state })))
const nobody: SpokenCounts = { counts: createCounts([]), at: 0 }

it('counts each state, even those without a student', () => {
  expect(createCounts(['here', 'offline', 'here'])).toMatchObject({ here: 2, offline: 1, away: 0 })
})

it('sums up the changes in one sentence', () => {
  const counts = createCounts(['offline', 'offline', 'offline', 'away', 'here'])
  const summary = summarizeChanges(nobody, counts, 20_000)
  expect(summary?.text).toBe('3 students offline, 1 student away.')
  const after = summarizeChanges(summary?.spoken ?? nobody, createCounts(['away']), 40_000)
  expect(after?.text).toBe('Nobody offline.')
})

it('does not mention students who are quiet, here or not there yet', () => {
  const counts = createCounts(['quiet', 'here', 'not-started'])
  expect(summarizeChanges(nobody, counts, 20_000)).toBeNull()
})

it('announces at most every 10 s, and in the end every change', () => {
  const steps = fc.array(fc.tuple(fc.nat(6_000), fc.constantFrom(...presenceStates)), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(steps, (played) => {
      let last = nobody
      let at = summaryPauseMs
      const states: (typeof presenceStates)[number][] = []
      const spokenAt: number[] = []
      for (const [ms, state] of played) {
        at += ms
        states.push(state)
        const summary = summarizeChanges(last, createCounts(states), at)
        if (!summary) continue
        spokenAt.push(at)
        last = summary.spoken
      }
      for (const [index, one] of spokenAt.entries())
        if (index > 0)
          expect(one - (spokenAt[index - 1] ?? 0)).toBeGreaterThanOrEqual(summaryPauseMs)
      const summary = summarizeChanges(last, createCounts(states), at + summaryPauseMs)
      const announced = summary?.spoken.counts ?? last.counts
      expect(announced.offline).toBe(states.filter((state) => state === 'offline').length)
    }),
  )
})
