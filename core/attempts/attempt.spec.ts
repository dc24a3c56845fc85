import { describe, expect, it } from 'vitest'
import { createPaper } from '#test/exam-factories.ts'
import { isRefusal } from '../refusal.ts'
import {
  type Attempt,
  addMinutes,
  answerQuestion,
  begin,
  countAttemptsLeft,
  expire,
  findStartRefusal,
  finish,
  forcedReasons,
  getEffectiveAttempt,
  isOver,
  reopen,
  resume,
} from './attempt.ts'

const startedAt = Date.UTC(2026, 10, 21, 4, 30)
const minute = 60_000
const endsAt = startedAt + 60 * minute
const closesAt = endsAt + 15_000
const paper = createPaper(4)

function createRunningAttempt(overrides: Partial<Attempt> = {}): Attempt {
  const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 0 }
  return { ...begin(exam, 7, startedAt), ...overrides }
}

const b = { value: { option: 1 }, sequence: 1 }

describe('starting', () => {
  it('fixes the deadline, and 15 s later the moment the attempt closes', () => {
    expect(createRunningAttempt()).toMatchObject({ startedAt, endsAt, closesAt, answers: {} })
  })

  it('gives a student with extra time a later deadline', () => {
    const exam = { durationMinutes: 60, shuffleOptions: false, extraTimePercent: 25 }
    expect(begin(exam, 7, startedAt).endsAt).toBe(startedAt + 75 * minute)
  })

  it.each([
    { taken: 0, allowed: 1, granted: 0, canStart: true },
    { taken: 1, allowed: 1, granted: 0, canStart: false },
    { taken: 1, allowed: 1, granted: 1, canStart: true },
    { taken: 2, allowed: 1, granted: 1, canStart: false },
    { taken: 2, allowed: 3, granted: 0, canStart: true },
    { taken: 99, allowed: 0, granted: 0, canStart: true },
  ])('after $taken of $allowed attempts and $granted granted: $canStart', (row) => {
    const refusal = findStartRefusal(row.taken, row.allowed, row.granted)
    expect(refusal).toEqual(row.canStart ? null : { refused: 'already-taken' })
  })

  it.each([
    { taken: 0, allowed: 1, granted: 0, left: 1 },
    { taken: 1, allowed: 1, granted: 2, left: 2 },
    { taken: 3, allowed: 1, granted: 0, left: 0 },
    { taken: 99, allowed: 0, granted: 0, left: null },
  ])('leaves $left after $taken of $allowed attempts and $granted granted', (row) => {
    expect(countAttemptsLeft(row.taken, row.allowed, row.granted)).toBe(row.left)
  })
})

describe('an answer', () => {
  it('is accepted until 15 s after the deadline', () => {
    expect(answerQuestion(createRunningAttempt(), paper, 'q1', b, closesAt)).toMatchObject({
      answers: { q1: b },
    })
  })

  it('is refused after that', () => {
    expect(answerQuestion(createRunningAttempt(), paper, 'q1', b, closesAt + 1)).toEqual({
      refused: 'attempt-over',
    })
  })

  it('is refused once the attempt is finished', () => {
    const finished = finish(createRunningAttempt(), undefined, startedAt + minute)
    expect(answerQuestion(finished, paper, 'q1', b, startedAt + minute)).toEqual({
      refused: 'attempt-over',
    })
  })

  it.each(['q4', '', '__proto__', 'toString'])('to the unknown question %j is refused', (id) => {
    expect(answerQuestion(createRunningAttempt(), paper, id, b, startedAt)).toEqual({
      refused: 'unknown-question',
    })
  })

  it('replaces an earlier one of the same question', () => {
    const earlier = answerQuestion(createRunningAttempt(), paper, 'q1', b, startedAt) as Attempt
    const c = { value: { option: 2 }, sequence: 2 }
    expect(answerQuestion(earlier, paper, 'q1', c, startedAt)).toMatchObject({ answers: { q1: c } })
  })

  it.each([0, 1])(
    'that arrives after a later one (sequence %i, kept 1) changes nothing',
    (late) => {
      const earlier = answerQuestion(createRunningAttempt(), paper, 'q1', b, startedAt) as Attempt
      const later = answerQuestion(
        earlier,
        paper,
        'q1',
        { value: { option: 3 }, sequence: late },
        startedAt,
      )
      expect(later).toEqual(earlier)
    },
  )

  it('does not change the given attempt object', () => {
    const attempt = createRunningAttempt()
    answerQuestion(attempt, paper, 'q1', b, startedAt)
    expect(attempt.answers).toEqual({})
  })
})

describe('the reason of a finish', () => {
  const before = endsAt - 1
  const inGrace = endsAt + 1

  it.each([undefined, '', 'Completed'])(
    'is Completed when the student says %j in time',
    (reason) => {
      expect(finish(createRunningAttempt(), reason, before).finishReason).toBe('Completed')
    },
  )

  it.each([undefined, '', 'Completed', 'Time expired', 'whatever'])(
    'is Time expired when the student says %j at or after the deadline',
    (reason) => {
      expect(finish(createRunningAttempt(), reason, endsAt).finishReason).toBe('Time expired')
      expect(finish(createRunningAttempt(), reason, inGrace).finishReason).toBe('Time expired')
    },
  )

  it.each(forcedReasons)('is %j when it is said in time, and in the grace', (reason) => {
    expect(finish(createRunningAttempt(), reason, before).finishReason).toBe(reason)
    expect(finish(createRunningAttempt(), reason, inGrace).finishReason).toBe(reason)
  })

  it.each(['whatever', 'Time expired', 'completed', 'auto submission', '<script>', '__proto__'])(
    'is Auto submission for the unknown word %j in time',
    (reason) => {
      expect(finish(createRunningAttempt(), reason, before).finishReason).toBe('Auto submission')
    },
  )

  it.each([undefined, 'Completed', ...forcedReasons])(
    'is Time expired once the attempt has closed, though the student says %j',
    (reason) => {
      expect(finish(createRunningAttempt(), reason, closesAt + 1).finishReason).toBe('Time expired')
    },
  )
})

describe('the end', () => {
  it('is the moment of the finish', () => {
    expect(finish(createRunningAttempt(), undefined, startedAt + minute).finishedAt).toBe(
      startedAt + minute,
    )
  })

  it.each([endsAt, endsAt + 1, closesAt, closesAt + 1, closesAt + 60 * minute])(
    'is never later than the deadline (finished at %i)',
    (now) => {
      expect(finish(createRunningAttempt(), undefined, now).finishedAt).toBe(endsAt)
    },
  )

  it('stays as the first finish set it', () => {
    const earlier = finish(createRunningAttempt(), 'User pressed back button', startedAt + minute)
    expect(finish(earlier, 'Completed', startedAt + 2 * minute)).toEqual(earlier)
    expect(expire(earlier)).toEqual(earlier)
    expect(getEffectiveAttempt(earlier, closesAt + 1)).toEqual(earlier)
  })

  it('comes by itself 15 s after the deadline, whether or not anybody closes the attempt', () => {
    expect(isOver(createRunningAttempt(), closesAt)).toBe(false)
    expect(getEffectiveAttempt(createRunningAttempt(), closesAt)).toEqual(createRunningAttempt())
    expect(isOver(createRunningAttempt(), closesAt + 1)).toBe(true)
    expect(getEffectiveAttempt(createRunningAttempt(), closesAt + 1)).toMatchObject({
      finishedAt: endsAt,
      finishReason: 'Time expired',
    })
  })
})

describe('added minutes', () => {
  it('move the deadline and the moment the attempt closes', () => {
    expect(addMinutes(createRunningAttempt(), 10)).toEqual({
      endsAt: endsAt + 10 * minute,
      closesAt: closesAt + 10 * minute,
    })
  })

  it('let in an answer that would have been too late', () => {
    const longer = { ...createRunningAttempt(), ...addMinutes(createRunningAttempt(), 1) }
    expect(answerQuestion(longer, paper, 'q1', b, closesAt + minute)).toMatchObject({
      answers: { q1: b },
    })
    expect(answerQuestion(longer, paper, 'q1', b, closesAt + minute + 1)).toEqual({
      refused: 'attempt-over',
    })
  })
})

describe('reopening', () => {
  const tomorrow = startedAt + 24 * 60 * minute
  const finished = finish(
    createRunningAttempt({ answers: { q1: b } }),
    undefined,
    startedAt + 40 * minute,
  )

  const resumed = (attempt: Attempt, minutes = 0, afterMs = 0) => {
    const reopened = reopen(attempt, minutes, tomorrow)
    return isRefusal(reopened) ? reopened : resume(reopened, tomorrow + afterMs)
  }

  it('gives the time that was left when the attempt ended, and the grace after it', () => {
    expect(resumed(finished)).toMatchObject({
      finishedAt: null,
      finishReason: null,
      endsAt: tomorrow + 20 * minute,
      closesAt: tomorrow + 20 * minute + 15_000,
    })
  })

  it('starts the clock when the student resumes', () => {
    expect(resumed(finished, 0, 12 * minute)).toMatchObject({ endsAt: tomorrow + 32 * minute })
  })

  it('starts it by itself after 30 minutes', () => {
    const until = { clockStartsAt: tomorrow + 30 * minute, endsAt: tomorrow + 50 * minute }
    expect(reopen(finished, 0, tomorrow)).toMatchObject(until)
    expect(resumed(finished, 0, 30 * minute)).toMatchObject(until)
    expect(resumed(finished, 0, 45 * minute)).toMatchObject(until)
  })

  it('treats a finish from before Resume as the end that was undone', () => {
    const waiting = reopen(finished, 0, tomorrow) as Attempt
    expect(finish(waiting, 'Auto submission', tomorrow + minute)).toBe(waiting)
  })

  it('adds the given minutes', () => {
    expect(resumed(finished, 5)).toMatchObject({ endsAt: tomorrow + 25 * minute })
  })

  it('keeps start, paper, order and answers', () => {
    const { startedAt, seed, answers } = finished
    expect(reopen(finished, 0, tomorrow)).toMatchObject({ startedAt, seed, answers })
  })

  it('lets the student answer and finish again', () => {
    const later = resumed(finished) as Attempt
    expect(answerQuestion(later, paper, 'q2', b, tomorrow)).toMatchObject({
      answers: { q1: b, q2: b },
    })
    expect(finish(later, 'Auto submission', tomorrow)).toMatchObject({
      finishedAt: tomorrow,
      finishReason: 'Auto submission',
    })
  })

  it('needs minutes when no time was left', () => {
    const expired = expire(createRunningAttempt())
    expect(reopen(expired, 0, tomorrow)).toEqual({ refused: 'no-time-left' })
    expect(resumed(expired, 10)).toMatchObject({ endsAt: tomorrow + 10 * minute })
  })

  it('is refused while the attempt runs, in the grace too', () => {
    expect(reopen(createRunningAttempt(), 10, startedAt)).toEqual({ refused: 'attempt-running' })
    expect(reopen(createRunningAttempt(), 10, closesAt)).toEqual({ refused: 'attempt-running' })
  })

  it('treats an overdue attempt that was never closed as over', () => {
    expect(reopen(createRunningAttempt(), 0, closesAt + 1)).toEqual({ refused: 'no-time-left' })
    expect(resumed(createRunningAttempt(), 10)).toMatchObject({ endsAt: tomorrow + 10 * minute })
  })
})
