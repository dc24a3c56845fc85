import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPaper } from '#test/exam-factories.ts'
import { isRefusal } from '../refusal.ts'
import {
  type Attempt,
  answerQuestion,
  begin,
  expire,
  finish,
  isOver,
  isWaiting,
  reopen,
  resume,
} from './attempt.ts'
import { getAllottedTimeMs } from './deadline.ts'
import { addMinutesTo, endByInstitute, endPause, getDeadlineFrom, pause } from './pause.ts'

const minute = 60_000
const paper = createPaper(3)
const start = (): Attempt =>
  begin({ durationMinutes: 30, shuffleOptions: false, extraTimePercent: 0 }, 7, 0)

/** Fails the spec on a refusal. */
function expectAttempt(result: Attempt | { refused: string }): Attempt {
  if ('refused' in result) throw new Error(`Refused: ${result.refused}`)
  return result
}

const reopenAt = (attempt: Attempt, now: number) => expectAttempt(reopen(attempt, 0, now))

describe('a pause', () => {
  it('moves the deadline by exactly its length, whenever it begins and however long it is', () => {
    const ms = fc.nat(20 * minute)
    fc.assert(
      fc.property(fc.nat(30 * minute + 15_000), ms, ms, (pausedAt, lookMs, restMs) => {
        const paused = expectAttempt(pause(start(), pausedAt))
        const seenAt = pausedAt + lookMs
        const resumedAt = seenAt + restMs
        expect(isOver(paused, seenAt)).toBe(false)
        expect(getDeadlineFrom(paused, seenAt) - seenAt).toBe(start().endsAt - pausedAt)
        const resumed = expectAttempt(endPause(paused, resumedAt))
        expect(resumed.endsAt).toBe(start().endsAt + lookMs + restMs)
        expect(resumed.closesAt - resumed.endsAt).toBe(15_000)
        expect(resumed).toMatchObject({ pausedAt: null, pausedMs: lookMs + restMs })
        expect(getAllottedTimeMs(resumed, [])).toBe(30 * minute)
      }),
    )
  })

  it('moves the closing of its window for this attempt, which had shortened its time', () => {
    const closing = { closesAt: 12 * minute, endsAtClosing: true }
    const exam = { durationMinutes: 30, shuffleOptions: false, extraTimePercent: 0, closing }
    const paused = expectAttempt(pause(begin(exam, 7, 0), 11 * minute))
    expect(isOver(paused, 60 * minute)).toBe(false)
    expect(expectAttempt(endPause(paused, 18 * minute)).endsAt).toBe(19 * minute)
  })

  it('does not use up time of the attempt, however many pauses there are', () => {
    const steps = fc.array(fc.tuple(fc.nat(3 * minute), fc.nat(40 * minute)), { maxLength: 5 })
    fc.assert(
      fc.property(steps, (pauses) => {
        let attempt = start()
        let now = 0
        let worked = 0
        for (const [workMs, pauseMs] of pauses) {
          now += workMs
          worked += workMs
          attempt = expectAttempt(pause(attempt, now))
          now += pauseMs
          attempt = expectAttempt(endPause(attempt, now))
        }
        expect(attempt.endsAt - now).toBe(30 * minute - worked)
      }),
    )
  })

  it('cannot begin twice, nor in an attempt that is over', () => {
    const paused = expectAttempt(pause(start(), minute))
    expect(pause(paused, 2 * minute)).toEqual({ refused: 'paused-already' })
    expect(pause(expire(start()), minute)).toEqual({ refused: 'not-running' })
    expect(pause(start(), 30 * minute + 15_001)).toEqual({ refused: 'not-running' })
    expect(endPause(start(), minute)).toEqual({ refused: 'not-paused' })
    expect(endPause(expire(start()), minute)).toEqual({ refused: 'not-running' })
    expect(endPause(start(), 30 * minute + 15_001)).toEqual({ refused: 'not-running' })
  })

  it('lets in answers chosen before it, and leaves those chosen in it on the device', () => {
    const paused = expectAttempt(pause(start(), 10 * minute))
    const answer = (sequence: number, at: number) =>
      answerQuestion(paused, paper, 'q0', { value: { option: 1 }, sequence }, at)
    expect(isRefusal(answer(10 * minute, 90 * minute))).toBe(false)
    expect(isRefusal(answer(10 * minute + 1_000, 90 * minute))).toBe(false)
    expect(answer(10 * minute + 1_001, 11 * minute)).toEqual({ refused: 'attempt-paused' })
    const resumed = expectAttempt(endPause(paused, 17 * minute))
    const late = { value: { option: 1 }, sequence: 12 * minute }
    expect(isRefusal(answerQuestion(resumed, paper, 'q0', late, 18 * minute))).toBe(false)
  })

  it('moves no deadline of an attempt that is not in one, nor of one that ended in it', () => {
    expect(getDeadlineFrom(start(), 5 * minute)).toBe(30 * minute)
    const paused = expectAttempt(pause(start(), 10 * minute))
    expect(getDeadlineFrom({ ...paused, finishedAt: 11 * minute }, 12 * minute)).toBe(30 * minute)
  })

  it('is not ended by a page that does not know of it', () => {
    const paused = expectAttempt(pause(start(), 10 * minute))
    expect(finish(paused, 'Auto submission', 11 * minute)).toBe(paused)
    expect(finish(paused, undefined, 31 * minute)).toBe(paused)
  })

  it('counts added minutes as usual, even those that are reverted', () => {
    const paused = expectAttempt(pause(start(), 10 * minute))
    const longer = expectAttempt(addMinutesTo(paused, 5, 12 * minute))
    expect(getDeadlineFrom(longer, 12 * minute) - 12 * minute).toBe(25 * minute)
    const back = expectAttempt(addMinutesTo(longer, -5, 13 * minute))
    expect(expectAttempt(endPause(back, 17 * minute)).endsAt).toBe(37 * minute)
    expect(addMinutesTo(expire(start()), 5, minute)).toEqual({ refused: 'not-running' })
  })
})

describe('a reopened attempt that waits for its student', () => {
  const waiting = () => reopenAt(finish(start(), undefined, 10 * minute), 60 * minute)

  it('waits longer by the pause, and loses no time', () => {
    const paused = expectAttempt(pause(waiting(), 65 * minute))
    expect(isWaiting(paused, 200 * minute)).toBe(true)
    expect(getDeadlineFrom(paused, 200 * minute) - 200 * minute).toBe(20 * minute)
    const resumed = expectAttempt(endPause(paused, 100 * minute))
    expect(resumed.clockStartsAt).toBe(125 * minute)
    expect(resumed.pausedMs).toBe(0)
    expect(resume(resumed, 101 * minute).endsAt).toBe(121 * minute)
  })

  it('counts a pause that begins once its student has resumed', () => {
    const running = resume(waiting(), 61 * minute)
    const paused = expectAttempt(pause(running, 70 * minute))
    const resumed = expectAttempt(endPause(paused, 80 * minute))
    expect(resumed).toMatchObject({ pausedMs: 10 * minute, clockStartsAt: 61 * minute })
  })

  it('does not wait any more once it has ended', () => {
    expect(isWaiting(waiting(), 65 * minute)).toBe(true)
    const ended = expectAttempt(endByInstitute(waiting(), 65 * minute))
    expect(isWaiting({ ...waiting(), finishedAt: ended.finishedAt }, 65 * minute)).toBe(false)
  })

  it('lets its student in during the pause, with the clock standing still', () => {
    const paused = expectAttempt(pause(waiting(), 65 * minute))
    const open = resume(paused, 70 * minute)
    expect(isWaiting(open, 75 * minute)).toBe(false)
    expect(getDeadlineFrom(open, 75 * minute) - 75 * minute).toBe(20 * minute)
    const resumed = expectAttempt(endPause(open, 80 * minute))
    expect(resumed.endsAt).toBe(100 * minute)
  })
})

describe('an end by the institute', () => {
  it('keeps the time left, even of a paused attempt, for a reopening', () => {
    const moments = fc.tuple(fc.nat(29 * minute), fc.nat(60 * minute), fc.boolean())
    fc.assert(
      fc.property(moments, ([workMs, laterMs, isPaused]) => {
        const attempt = isPaused ? expectAttempt(pause(start(), workMs)) : start()
        const at = isPaused ? workMs + laterMs : workMs
        const ended = expectAttempt(endByInstitute(attempt, at))
        expect(ended).toMatchObject({ pausedAt: null, finishReason: 'Ended by the institute' })
        expect(ended.finishedAt).toBe(at)
        const again = resume(reopenAt(ended, at + minute), at + 2 * minute)
        expect(again.endsAt - (at + 2 * minute)).toBe(30 * minute - workMs)
      }),
    )
  })

  it('is refused for an attempt that is over', () => {
    expect(endByInstitute(expire(start()), minute)).toEqual({ refused: 'not-running' })
  })
})
