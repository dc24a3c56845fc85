import type { Command, ExamRules, ModelAnswer } from './attempt-commands.ts'
import {
  getDeadline,
  isOpen,
  isRunning,
  isWaiting,
  type ModelAttempt,
} from './attempt-model-clock.ts'
import { toFinishReason, toForcedReason } from './attempt-model-reasons.ts'
import { judge, toOutcome } from './attempt-model-warnings.ts'

export const questionCount = 4
const maxResumeDelayMs = 30 * 60_000
/** The expected replies to the calls of a history, computed from the model. */
export function createAttemptModel(rules: ExamRules) {
  const attempts: ModelAttempt[] = []
  let granted = 0
  let isReleased = false

  function closeOverdue(now: number) {
    for (const attempt of attempts) {
      if (attempt.finishedAt === null && !isOpen(attempt, now))
        closeAttempt(attempt, attempt.endsAt, 'Time expired')
    }
  }

  function predict(command: Command, now: number): unknown {
    closeOverdue(now)
    const attempt = attempts.at(-1 - ('back' in command ? command.back : 0))
    switch (command.type) {
      case 'start':
        return start(now)
      case 'grant':
        granted += 1
        return undefined
      case 'release':
        isReleased = true
        return undefined
      case 'look':
        return inspect()
      case 'restart':
        for (const one of attempts) one.paperAt = null
        return undefined
      case 'sweep':
        return undefined
    }
    if (!attempt) return undefined
    switch (command.type) {
      case 'answer':
        return command.chosen.map((chosen) => answer(attempt, chosen, now))
      case 'finish':
        attempt.paperAt = null
        return repeat(command.times, () => finish(attempt, command, now))
      case 'event':
        return repeat(command.times, () => report(attempt, command, now))
      case 'acknowledge':
        return acknowledge(attempt, command, now)
      case 'addMinutes':
        return addMinutes(attempt, command, now)
      case 'reopen':
        return reopen(attempt, command.minutes, now)
      case 'pause':
        return pause(attempt, now)
      case 'resume':
        return resume(attempt, now)
    }
  }

  function start(now: number) {
    const open = attempts.find((attempt) => isOpen(attempt, now))
    if (open) {
      if (isWaiting(open, now)) {
        open.endsAt = getDeadline(open, now)
        open.waitsUntil = now
        if (open.pausedAt !== null) open.pausedAt = now
      }
      if (now - (open.paperAt ?? open.startedAt) > 10_000) open.resumedAt.push(now)
      open.paperAt = now
      return { status: 200, endsAt: getDeadline(open, now) }
    }
    if (rules.allowed > 0 && attempts.length >= rules.allowed + granted) return { status: 409 }
    const endsAt = now + rules.minutes * 600 * (100 + rules.extraTimePercent)
    attempts.push({
      startedAt: now,
      endsAt,
      finishedAt: null,
      reason: null,
      best: new Map(),
      seen: [],
      reads: [],
      reopenedAt: 0,
      waitsUntil: 0,
      undoneReason: null,
      paperAt: now,
      resumedAt: [],
      pauses: [],
      pausedAt: null,
    })
    return { status: 201, endsAt }
  }

  function answer(attempt: ModelAttempt, chosen: ModelAnswer, now: number) {
    if (chosen.question >= questionCount) return { status: 400 }
    if (!isOpen(attempt, now)) return { status: 409 }
    const isFromPause =
      attempt.pausedAt !== null && toNumber(attempt, chosen, now) > attempt.pausedAt + 1000
    if (isFromPause) return { status: 409 }
    saveAnswer(attempt, chosen, now)
    return { status: 200, endsAt: getDeadline(attempt, now) }
  }

  function finish(attempt: ModelAttempt, command: Command & { type: 'finish' }, now: number) {
    if (attempt.pausedAt !== null) return { status: 409 }
    if (isOpen(attempt, now)) {
      if (command.answers.some(({ question }) => question >= questionCount)) return { status: 400 }
      for (const chosen of command.answers) saveAnswer(attempt, chosen, now)
      if (now < attempt.waitsUntil) return { status: 200, finishReason: attempt.undoneReason }
      closeAttempt(
        attempt,
        Math.min(now, attempt.endsAt),
        toFinishReason(command.reportedReason, now >= attempt.endsAt),
      )
    }
    return { status: 200, finishReason: attempt.reason }
  }

  function report(
    attempt: ModelAttempt,
    { kind, agoMs, answers, durationMs = 0 }: Command & { type: 'event' },
    now: number,
  ) {
    const reportedAt = now - agoMs
    const at = Math.max(attempt.startedAt, Math.min(now, reportedAt))
    const before = attempt.seen.map((one) => ({ ...one }))
    const known = attempt.seen.find(
      (one) => one.kind === kind && (one.at === at || one.reportedAt === reportedAt),
    )
    const isCounted = now > attempt.waitsUntil
    if (known) known.durationMs = Math.max(known.durationMs, durationMs)
    else attempt.seen.push({ kind, at, reportedAt, arrivedAt: now, durationMs, isCounted })
    const judgement = judge(attempt, rules)
    const wasOpen = isRunning(attempt, now)
    const forgiven = rules.mode === 'warn' ? 2 : 0
    const canEnd = wasOpen && attempt.pausedAt === null
    const ends = canEnd && rules.mode !== 'observe' && judgement.count > forgiven
    if (ends) {
      if (answers.some(({ question }) => question >= questionCount)) {
        attempt.seen = before
        return { status: 400 }
      }
      for (const chosen of answers) saveAnswer(attempt, chosen, now)
      closeAttempt(attempt, Math.min(now, attempt.endsAt), toForcedReason(kind))
    }
    return toOutcome(judgement, rules, ends || !wasOpen)
  }

  function acknowledge(
    attempt: ModelAttempt,
    { number, agoMs }: Command & { type: 'acknowledge' },
    now: number,
  ) {
    const isRepeated = attempt.reads.some((one) => one.reportedAt === now - agoMs)
    const canRead =
      isRunning(attempt, now) && !isRepeated && judge(attempt, rules).warning === number
    if (canRead) {
      const times = [...attempt.seen, ...attempt.reads].map(({ at }) => at)
      const at = Math.max(Math.min(now, now - agoMs), ...times)
      attempt.reads.push({ at, reportedAt: now - agoMs })
    }
    const judgement = judge(attempt, rules)
    return toOutcome(judgement, rules, !isRunning(attempt, now))
  }

  function addMinutes(
    attempt: ModelAttempt,
    { minutes, toAll }: Command & { type: 'addMinutes' },
    now: number,
  ) {
    const longer = (toAll ? attempts : [attempt]).filter((one) => isOpen(one, now))
    for (const one of longer) one.endsAt += minutes * 60_000
    if (toAll) return { status: 200, changed: longer.length }
    return longer.length > 0
      ? { status: 200, endsAt: attempt.endsAt }
      : { status: 409, code: 'not-running' }
  }

  function reopen(attempt: ModelAttempt, minutes: number, now: number) {
    if (attempts.some((one) => isOpen(one, now))) return { status: 409, code: 'attempt-running' }
    const left = attempt.endsAt - (attempt.finishedAt ?? 0) + minutes * 60_000
    if (left <= 0) return { status: 409, code: 'no-time-left' }
    const waitsUntil = now + maxResumeDelayMs
    const endsAt = waitsUntil + left
    const undoneReason = attempt.reason
    const reopened = { finishedAt: null, reason: null, reopenedAt: now }
    Object.assign(attempt, { endsAt, waitsUntil, undoneReason, ...reopened })
    return { status: 200, endsAt }
  }

  function pause(attempt: ModelAttempt, now: number) {
    if (!isOpen(attempt, now)) return { status: 200, done: 0, why: 'not-running' }
    if (attempt.pausedAt !== null) return { status: 200, done: 0, why: 'paused-already' }
    attempt.pausedAt = now
    attempt.pauses.push({ from: now, until: null })
    return { status: 200, done: 1, why: undefined }
  }

  function resume(attempt: ModelAttempt, now: number) {
    const { pausedAt } = attempt
    if (!isOpen(attempt, now)) return { status: 200, done: 0, why: 'not-running' }
    if (pausedAt === null) return { status: 200, done: 0, why: 'not-paused' }
    if (isWaiting(attempt, now)) attempt.waitsUntil += now - pausedAt
    attempt.endsAt += now - pausedAt
    attempt.pausedAt = null
    for (const one of attempt.pauses) one.until ??= now
    return { status: 200, done: 1, why: undefined }
  }

  function inspect() {
    const isAnyRunning = attempts.some(({ finishedAt }) => finishedAt === null)
    return attempts.map(({ startedAt, finishedAt, reason, best }) => {
      const right = [...best.values()].filter(({ option }) => option === 0).length
      return {
        startedAt,
        finishedAt,
        reason,
        score: finishedAt === null ? null : right,
        notifiedScore: isReleased && !isAnyRunning ? right : null,
        sheet: isReleased && !isAnyRunning ? 200 : 403,
        answers: Array.from({ length: questionCount }, (_, n) => best.get(n)?.option ?? null),
      }
    })
  }

  return { predict, attempts }
}

function toNumber(attempt: ModelAttempt, { question, sequence }: ModelAnswer, now: number): number {
  return sequence ?? Math.max(now, (attempt.best.get(question)?.sequence ?? 0) + 1)
}

function saveAnswer(attempt: ModelAttempt, chosen: ModelAnswer, now: number) {
  const { question, option } = chosen
  const kept = attempt.best.get(question)?.sequence
  const number = toNumber(attempt, chosen, now)
  if (kept === undefined || number > kept) attempt.best.set(question, { option, sequence: number })
}

function closeAttempt(attempt: ModelAttempt, finishedAt: number, reason: string) {
  Object.assign(attempt, { finishedAt, reason })
}

function repeat<T>(times: number, job: () => T): T[] {
  return Array.from({ length: times }, job)
}
