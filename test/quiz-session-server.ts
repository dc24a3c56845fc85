import { graceMs } from '#core/attempts/deadline.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import {
  countViolations,
  getAllowance,
  getForcedFinishReason,
  isAllowanceExceeded,
  type TimedEvent,
} from '#core/proctoring/policy.ts'
import type {
  AnswerKey,
  InstituteMessage,
  PendingAnswer,
  ProctoringEvent,
  StoredReport,
} from '#core/quiz-session/effects.ts'
import type { LateOutcome, ReportOutcome } from '#core/quiz-session/events.ts'

type Answers = readonly PendingAnswer<number>[]

/** One attempt, as the server decides about it; `accepted` is all that it ever said yes to. */
export function createSessionServer(mode: IntegrityMode, startEndsAt: number) {
  const answers = new Map<string, PendingAnswer<number>>()
  const accepted: PendingAnswer<number>[] = []
  const late: PendingAnswer<number>[] = []
  const reportedOtherwise: PendingAnswer<number>[] = []
  const events: TimedEvent[] = []
  let reopenedAt = 0
  let endsAt = startEndsAt
  let finishReason: string | null = null
  /** The reason of an end that was undone, until the student resumes. */
  let undoneReason: string | null = null
  let isElsewhere = false
  let pausedAt: number | null = null
  const pauses: { readonly from: number; readonly to: number }[] = []
  let timeChanges = 0
  let messages: readonly InstituteMessage[] = []

  const isOver = (at: number) =>
    finishReason !== null || (pausedAt === null && at > endsAt + graceMs)
  const take = (answer: PendingAnswer<number>) => {
    accepted.push(answer)
    const before = answers.get(answer.questionId)
    if (!before || before.sequence < answer.sequence) answers.set(answer.questionId, answer)
  }
  const finish = (submitted: Answers, reason: string, at: number): string => {
    if (finishReason === null) {
      if (!isOver(at)) for (const answer of submitted) take(answer)
      if (undoneReason !== null) return undoneReason
      const isLate = pausedAt === null && at > endsAt
      finishReason = isLate && reason === 'Completed' ? 'Time expired' : reason
      if (pausedAt !== null) timeChanges += 1
      pausedAt = null
    }
    return finishReason
  }

  const isInPause = (at: number) =>
    (pausedAt !== null && at >= pausedAt) || pauses.some(({ from, to }) => at >= from && at <= to)

  return {
    answers,
    accepted,
    late,
    /** As the server wants the clock asked in a large exam. */
    pollSeconds: undefined as number | undefined,
    /** A device that slept, whose clock stood still. */
    aheadMs: 0,
    /** Overtaken by a newer answer, or chosen after the deadline. */
    reportedOtherwise,
    events,
    openElsewhere: () => {
      isElsewhere = true
    },
    elsewhere: () => (isElsewhere ? { isActive: true, answered: [...answers.keys()] } : undefined),
    /** While it is paused, as if it went on now. */
    endsAt: (at = 0) => endsAt + (pausedAt === null ? 0 : Math.max(0, at - pausedAt)),
    timeChanges: () => timeChanges,
    pause: () =>
      pausedAt === null ? null : { since: pausedAt, reason: 'network', leftMs: endsAt - pausedAt },
    startPause(at: number) {
      if (isOver(at) || undoneReason !== null || pausedAt !== null || at > endsAt) return
      pausedAt = at
      timeChanges += 1
    },
    goOn(at: number) {
      if (pausedAt === null) return
      endsAt += at - pausedAt
      pauses.push({ from: pausedAt, to: at })
      pausedAt = null
      timeChanges += 1
    },
    /** Whether a pause stands in the way of an answer. */
    isTooLate: ({ sequence }: AnswerKey) => pausedAt !== null && sequence >= pausedAt,
    messages: () => messages,
    say(id: string, at: number) {
      messages = [...messages, { id, at, text: id }]
    },
    dismiss(id: string) {
      messages = messages.filter((message) => message.id !== id)
    },
    finishReason: () => finishReason,
    isOver,
    isRunning: (at: number) => !isOver(at) && undoneReason === null,
    finish,
    /** Lists the answers that came with an end of an attempt that was over and do not count. */
    listNotTaken(submitted: Answers): string[] {
      const isCounted = ({ questionId, sequence }: AnswerKey) =>
        (answers.get(questionId)?.sequence ?? -1) >= sequence
      reportedOtherwise.push(...submitted.filter(isCounted))
      return submitted.filter((one) => !isCounted(one)).map(({ questionId }) => questionId)
    },
    /** Null while the attempt runs. */
    keepLate(submitted: Answers, at: number): LateOutcome | null {
      if (!isOver(at)) return null
      const outcome = { saved: [] as string[], late: [] as string[], declined: [] as string[] }
      for (const answer of submitted) {
        const { questionId, sequence } = answer
        const counted = answers.get(questionId)
        const isSaved = counted !== undefined && counted.sequence >= sequence
        const kind = isSaved ? 'saved' : sequence > endsAt + graceMs ? 'declined' : 'late'
        outcome[kind].push(questionId)
        ;(kind === 'late' ? late : reportedOtherwise).push(answer)
      }
      return outcome
    },
    submit(answer: PendingAnswer<number>, at: number): boolean {
      if (isOver(at)) return false
      take(answer)
      return true
    },
    report(observed: ProctoringEvent, submitted: Answers, at: number): ReportOutcome {
      const wasOver = isOver(at) || undoneReason !== null
      const isKnown = events.some((one) => one.kind === observed.kind && one.at === observed.at)
      if (!isKnown) events.push(observed)
      const violations = countViolations(
        events.filter((one) => one.at > reopenedAt && !isInPause(one.at)),
        mode,
      )
      const isEnding = !wasOver && isAllowanceExceeded({ violations, allowed: getAllowance(mode) })
      if (isEnding) finish(submitted, getForcedFinishReason(observed.kind), at)
      const remaining = mode === 'observe' ? null : Math.max(0, 2 - violations)
      return { violations, remaining, finished: isEnding || wasOver }
    },
    addMinutes(minutes: number, at: number) {
      if (isOver(at)) return
      endsAt += minutes * 60_000
      if (minutes < 0) timeChanges += 1
    },
    reopen(at: number) {
      if (!isOver(at)) return
      undoneReason = finishReason ?? 'Time expired'
      finishReason = null
      endsAt = Math.max(endsAt, at) + 10 * 60_000
    },
    /** The student presses Resume. */
    resume(at: number) {
      if (undoneReason === null) return
      undoneReason = null
      reopenedAt = at
    },
  }
}

/** One browser's storage for one attempt, whichever window wrote it. */
export function createSessionDevice() {
  let rows: PendingAnswer<number>[] = []
  let reports: readonly StoredReport<number>[] = []
  let lastSequence = 0
  const isRow = (one: AnswerKey) => (row: AnswerKey) =>
    row.questionId === one.questionId && row.sequence === one.sequence
  return {
    isBroken: false,
    rows: () => rows,
    reports: () => reports,
    saveReport(report: StoredReport<number>): boolean {
      if (!this.isBroken) reports = [...reports, report]
      return !this.isBroken
    },
    removeReport({ kind, at, durationMs }: ProctoringEvent) {
      reports = reports.filter(
        ({ observed }) =>
          observed.kind !== kind || observed.at !== at || observed.durationMs !== durationMs,
      )
    },
    save(answer: PendingAnswer<number>): number | null {
      if (this.isBroken) return null
      lastSequence = Math.max(answer.sequence, lastSequence + 1)
      rows = [...rows, { ...answer, sequence: lastSequence }]
      return lastSequence
    },
    remove(key: AnswerKey) {
      rows = rows.filter((row) => !isRow(key)(row))
    },
  }
}
