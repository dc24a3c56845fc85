import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isRefusal } from '../refusal.ts'
import {
  type Attempt,
  addMinutes,
  begin,
  finish,
  getEffectiveAttempt,
  isOver,
  type Reopening,
  reopen,
  resume,
} from './attempt.ts'
import { getAllottedTimeMs, getDurationWithExtraTimeMs } from './deadline.ts'

const minute = 60_000
const startedAt = Date.UTC(2026, 10, 21, 4, 30)

const actions = fc.array(
  fc.record({
    action: fc.constantFrom('add', 'finish', 'reopen', 'resume'),
    minutes: fc.integer({ min: 0, max: 30 }),
    afterMs: fc.integer({ min: 0, max: 40 * minute }),
  }),
  { maxLength: 12 },
)
const exam = fc.record({
  durationMinutes: fc.integer({ min: 1, max: 120 }),
  extraTimePercent: fc.integer({ min: 0, max: 400 }),
})

it('the allotted time is the duration, the extra time and all added minutes, however often the attempt closed', () => {
  fc.assert(
    fc.property(exam, actions, ({ durationMinutes, extraTimePercent }, steps) => {
      let attempt: Attempt = begin(
        { durationMinutes, extraTimePercent, shuffleOptions: false },
        7,
        startedAt,
      )
      let allottedMs = getDurationWithExtraTimeMs(durationMinutes, extraTimePercent)
      const reopenings: Reopening[] = []
      let now = startedAt
      for (const { action, minutes, afterMs } of steps) {
        now += afterMs
        attempt = getEffectiveAttempt(attempt, now)
        if (action === 'add' && !isOver(attempt, now)) {
          attempt = { ...attempt, ...addMinutes(attempt, minutes) }
          allottedMs += minutes * minute
        }
        if (action === 'finish') attempt = finish(attempt, undefined, now)
        if (action === 'reopen') {
          const reopened = reopen(attempt, minutes, now)
          if (isRefusal(reopened)) continue
          const { finishedAt, finishReason } = attempt
          if (finishedAt === null || finishReason === null) throw new Error('It was never over')
          const { clockStartsAt } = reopened
          reopenings.push({ finishedAt, finishReason, reopenedAt: now, clockStartsAt })
          attempt = reopened
          allottedMs += minutes * minute
        }
        const last = reopenings.pop()
        if (action === 'resume') attempt = resume(attempt, now)
        if (last) reopenings.push({ ...last, clockStartsAt: attempt.clockStartsAt ?? now })
        expect(getAllottedTimeMs(attempt, reopenings)).toBe(allottedMs)
      }
    }),
  )
})
