import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPaper } from '#test/exam-factories.ts'
import { grade } from '../grading/grade.ts'
import { isRefusal } from '../refusal.ts'
import {
  type Attempt,
  answerQuestion,
  begin,
  findStartRefusal,
  finish,
  forcedReasons,
  getEffectiveAttempt,
  isOver,
  isWaiting,
  reopen,
  resume,
} from './attempt.ts'
import { maxResumeDelayMs } from './deadline.ts'
import { endPause, pause } from './pause.ts'

const exam = { durationMinutes: 1, shuffleOptions: true, extraTimePercent: 0 }
const durationMs = 60_000
const graceMs = 15_000
const paper = createPaper(5)
const allowed = 2

/**
 * Actions of a student, a network and the sweeper, in any order; q5 and q6 are not on the paper.
 */
type HistoryEvent = { waitMs: number } & (
  | { action: 'start' | 'sweep' | 'pause' | 'resume' }
  | { action: 'answer'; question: string; option: number; sequence: number }
  | { action: 'finish'; reason: string | undefined }
)
const waitMs = fc.oneof(fc.constant(0), fc.nat(3000), fc.nat(80_000))
const event: fc.Arbitrary<HistoryEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ waitMs, action: fc.constant('start' as const) }) },
  { weight: 2, arbitrary: fc.record({ waitMs, action: fc.constantFrom('pause', 'resume') }) },
  { weight: 1, arbitrary: fc.record({ waitMs, action: fc.constant('sweep' as const) }) },
  {
    weight: 12,
    arbitrary: fc.record({
      waitMs: fc.nat(6000),
      action: fc.constant('answer' as const),
      question: fc.nat(6).map((index) => `q${index}`),
      option: fc.nat(3),
      // Few numbers, so that repeats, equals and late-comers are common.
      sequence: fc.nat(8),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      waitMs,
      action: fc.constant('finish' as const),
      reason: fc.constantFrom(undefined, 'Completed', 'nonsense', ...forcedReasons),
    }),
  },
)

/** As the server does it: read, decide, write. */
function runHistory(history: readonly HistoryEvent[]): { attempts: Attempt[]; taken: boolean[] } {
  const attempts: Attempt[] = []
  const taken: boolean[] = []
  let now = 0
  for (const step of history) {
    now += step.waitMs
    const last = attempts.length - 1
    const attempt = attempts[last]
    if (step.action === 'start') {
      if (attempt && !isOver(attempt, now)) continue
      if (!findStartRefusal(attempts.length, allowed)) attempts.push(begin(exam, now, now))
    } else if (attempt && step.action === 'sweep') {
      attempts[last] = getEffectiveAttempt(attempt, now)
    } else if (attempt && (step.action === 'pause' || step.action === 'resume')) {
      const next = step.action === 'pause' ? pause(attempt, now) : endPause(attempt, now)
      if (!isRefusal(next)) attempts[last] = next
    } else if (attempt && step.action === 'finish') {
      attempts[last] = finish(attempt, step.reason, now)
    } else if (attempt && step.action === 'answer') {
      const answer = { value: { option: step.option }, sequence: step.sequence }
      const next = answerQuestion(attempt, paper, step.question, answer, now)
      taken.push(!isRefusal(next))
      if (!isRefusal(next)) attempts[last] = next
    }
  }
  return {
    attempts: attempts.map((attempt) => {
      const resumed = endPause(attempt, now)
      return getEffectiveAttempt(isRefusal(resumed) ? attempt : resumed, now + 10 * durationMs)
    }),
    taken,
  }
}

/** The same in the simplest form: a list of sheets with the highest sequence of each question. */
function model(history: readonly HistoryEvent[]): { scores: number[]; taken: boolean[] } {
  const sheets: {
    until: number
    pausedAt: number | null
    best: Record<string, { option: number; sequence: number }>
  }[] = []
  const taken: boolean[] = []
  let now = 0
  for (const step of history) {
    now += step.waitMs
    const sheet = sheets.at(-1)
    const isOpen = sheet !== undefined && (sheet.pausedAt ?? now) <= sheet.until
    if (step.action === 'start' && !isOpen && sheets.length < allowed) {
      sheets.push({ until: now + durationMs + graceMs, pausedAt: null, best: {} })
    }
    if (step.action === 'pause' && isOpen) sheet.pausedAt ??= now
    if (step.action === 'resume' && isOpen && sheet.pausedAt !== null) {
      sheet.until += now - sheet.pausedAt
      sheet.pausedAt = null
    }
    // A page that does not know of the pause ends nothing.
    if (step.action === 'finish' && isOpen && sheet.pausedAt === null) sheet.until = -1
    if (step.action === 'answer' && sheet) {
      const isTaken = isOpen && ['q0', 'q1', 'q2', 'q3', 'q4'].includes(step.question)
      taken.push(isTaken)
      const sequence = sheet.best[step.question]?.sequence ?? -1
      if (isTaken && step.sequence > sequence) sheet.best[step.question] = step
    }
  }
  const scores = sheets.map(
    ({ best }) =>
      ['q0', 'q1', 'q2', 'q3', 'q4'].filter((id, at) => best[id]?.option === at % 4).length,
  )
  return { scores, taken }
}

it('any history of start, answer, repeat, reorder, pause, finish and expire gets the model’s score', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60, size: 'max' }), (rest) => {
      const history: HistoryEvent[] = [{ action: 'start', waitMs: 0 }, ...rest]
      const actual = runHistory(history)
      const expected = model(history)
      expect(actual.attempts.map((attempt) => grade(paper, attempt.answers).score)).toEqual(
        expected.scores,
      )
      expect(actual.taken).toEqual(expected.taken)
    }),
    { numRuns: 500 },
  )
})

it('every attempt of any history ends within its time, for a reason, and only once', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40, size: 'max' }), (rest) => {
      const { attempts } = runHistory([{ action: 'start', waitMs: 0 }, ...rest])
      expect(attempts.length).toBeLessThanOrEqual(allowed)
      for (const { startedAt, finishedAt, endsAt, finishReason } of attempts) {
        expect(finishedAt).toBeGreaterThanOrEqual(startedAt)
        expect(finishedAt).toBeLessThanOrEqual(endsAt)
        expect(['Completed', 'Time expired', ...forcedReasons]).toContain(finishReason)
      }
    }),
    { numRuns: 200 },
  )
})

const submissions = fc
  .array(fc.record({ question: fc.nat(4), option: fc.nat(3) }), { minLength: 1, maxLength: 25 })
  .map((list) => list.map((submit, sequence) => ({ ...submit, sequence })))

it('submits repeated and reordered by the network leave the state of a clean run', () => {
  const sequences = submissions.chain((clean) =>
    fc.record({
      clean: fc.constant(clean),
      duplicated: fc
        .array(fc.constantFrom(...clean), { maxLength: 25 })
        .chain((again) =>
          fc.shuffledSubarray([...clean, ...again], { minLength: clean.length + again.length }),
        ),
    }),
  )
  fc.assert(
    fc.property(sequences, ({ clean, duplicated }) => {
      expect(applySubmissions(duplicated)).toEqual(applySubmissions(clean))
    }),
    { numRuns: 300 },
  )
})

function applySubmissions(list: readonly { question: number; option: number; sequence: number }[]) {
  return list.reduce(
    (attempt, { question, option, sequence }) => {
      const answer = { value: { option }, sequence }
      const next = answerQuestion(attempt, paper, `q${question}`, answer, 1000)
      return isRefusal(next) ? expect.unreachable(next.refused) : next
    },
    begin(exam, 1, 0),
  ).answers
}

it('no answer counts later than 15 s after the deadline, and none is refused before', () => {
  const duration = fc.integer({ min: 1, max: 1440 })
  const extra = fc.nat(400)
  const offset = fc.oneof(fc.integer({ min: -16_000, max: 16_000 }), fc.integer())
  fc.assert(
    fc.property(duration, extra, offset, (durationMinutes, extraTimePercent, offsetMs) => {
      const attempt = begin({ durationMinutes, extraTimePercent, shuffleOptions: false }, 1, 0)
      const closesAt = Math.round(durationMinutes * 600 * (100 + extraTimePercent)) + graceMs
      const step = { value: { option: 0 }, sequence: 1 }
      const next = answerQuestion(attempt, paper, 'q0', step, closesAt + offsetMs)
      expect(isRefusal(next)).toBe(offsetMs > 0)
    }),
  )
})

it('a reopened attempt follows the same rules, from Resume on or 30 minutes later', () => {
  const leftMs = fc.integer({ min: 1, max: durationMs })
  const resumesAfterMs = fc.oneof(fc.nat(2 * maxResumeDelayMs), fc.constant(maxResumeDelayMs))
  fc.assert(
    fc.property(leftMs, fc.nat(60), fc.nat(), resumesAfterMs, (left, minutes, later, waitMs) => {
      const done = finish(begin(exam, 1, 0), undefined, durationMs - left)
      const reopenedAt = durationMs + later
      const waiting = reopen(done, minutes, reopenedAt)
      if (isRefusal(waiting)) return expect.unreachable(waiting.refused)
      const again = resume(waiting, reopenedAt + waitMs)
      const clockStartsAt = reopenedAt + Math.min(waitMs, maxResumeDelayMs)
      const closesAt = clockStartsAt + left + minutes * 60_000 + graceMs
      const step = { value: { option: 0 }, sequence: 1 }
      expect(isRefusal(answerQuestion(again, paper, 'q0', step, closesAt))).toBe(false)
      expect(isRefusal(answerQuestion(again, paper, 'q0', step, closesAt + 1))).toBe(true)
    }),
  )
})

it('nothing takes time from a waiting reopened attempt, or ends it', () => {
  const leftMs = fc.integer({ min: 1, max: durationMs })
  const waits = fc.array(fc.nat(maxResumeDelayMs - 1), { maxLength: 5 })
  fc.assert(
    fc.property(leftMs, waits, (left, moments) => {
      const done = finish(begin(exam, 1, 0), undefined, durationMs - left)
      const waiting = reopen(done, 0, durationMs)
      if (isRefusal(waiting)) return expect.unreachable(waiting.refused)
      for (const waitMs of moments) {
        const now = durationMs + waitMs
        expect(isWaiting(waiting, now)).toBe(true)
        expect(getEffectiveAttempt(waiting, now)).toBe(waiting)
        expect(finish(waiting, 'Auto submission', now)).toBe(waiting)
        const resumed = resume(waiting, now)
        expect(resumed.endsAt - now).toBe(left)
        expect(resume(resumed, now + 1)).toBe(resumed)
      }
      expect(isWaiting(waiting, durationMs + maxResumeDelayMs)).toBe(false)
    }),
  )
})
