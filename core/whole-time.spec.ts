import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type Attempt,
  addMinutes,
  begin,
  finish,
  isOver,
  reopen,
  settled,
  type Undone,
  wholeTimeMs,
} from './attempt.ts'
import { ownDurationMs } from './deadline.ts'
import { isRefusal } from './refusal.ts'

const minute = 60_000
const startedAt = Date.UTC(2026, 10, 21, 4, 30)

const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom('add', 'finish', 'reopen'),
    minutes: fc.integer({ min: 0, max: 30 }),
    afterMs: fc.integer({ min: 0, max: 40 * minute }),
  }),
  { maxLength: 12 },
)
const exam = fc.record({
  durationMinutes: fc.integer({ min: 1, max: 120 }),
  extraTimePercent: fc.integer({ min: 0, max: 400 }),
})

it('is the duration, the extra time and every minute that was given, however often it was closed', () => {
  fc.assert(
    fc.property(exam, deeds, ({ durationMinutes, extraTimePercent }, steps) => {
      let attempt: Attempt = begin(
        { durationMinutes, extraTimePercent, shuffleOptions: false },
        7,
        startedAt,
      )
      let givenMs = ownDurationMs(durationMinutes, extraTimePercent)
      const undone: Undone[] = []
      let now = startedAt
      for (const { deed, minutes, afterMs } of steps) {
        now += afterMs
        attempt = settled(attempt, now)
        if (deed === 'add' && !isOver(attempt, now)) {
          attempt = { ...attempt, ...addMinutes(attempt, minutes) }
          givenMs += minutes * minute
        }
        if (deed === 'finish') attempt = finish(attempt, undefined, now)
        if (deed === 'reopen') {
          const opened = reopen(attempt, minutes, now)
          if (isRefusal(opened)) continue
          const { finishedAt, finishReason } = attempt
          if (finishedAt === null || finishReason === null) throw new Error('It was never over')
          undone.push({ finishedAt, finishReason, reopenedAt: now })
          attempt = opened
          givenMs += minutes * minute
        }
        expect(wholeTimeMs(attempt, undone)).toBe(givenMs)
      }
    }),
  )
})
