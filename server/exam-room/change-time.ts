import { addMinutes, getEffectiveAttempt, isOver, reopen } from '#core/attempts/attempt.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { attemptToChange, runningAttemptOf } from '../attempts/store.ts'
import { type Actor, type AuditEvent, audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { examById, examToHold } from '../exams/store.ts'
import { lockStudent } from '../students/queries.ts'
import { addUndoneEnd, anyAttempt, runningAttemptsAt, saveTime } from './store.ts'

type Given = { readonly attemptId: string; readonly why: string; readonly actor: Actor }

/** A false alarm undone: the attempt goes on with the time that was left, and `minutes` more. */
export function reopenAttempt(
  { db, now, newId, mail }: Deps,
  { attemptId, minutes, why, actor }: Given & { minutes: number },
): Promise<{ endsAt: number } | Refusal<'attempt-not-found' | 'attempt-running' | 'no-time-left'>> {
  return db.write(async (tx) => {
    const found = await anyAttempt(tx, attemptId)
    // As a start does: of the two only one may make a running attempt.
    if (found) {
      await examToHold(tx, found.examId)
      await lockStudent(tx, found.studentId)
    }
    const attempt = found && (await attemptToChange(tx, db.engine, { ...found, attemptId }))
    if (!attempt) return refuse('attempt-not-found')
    const another = await runningAttemptOf(tx, attempt.studentId, attempt.examId)

    const at = now()
    if (another) return refuse('attempt-running')
    const opened = reopen(attempt, minutes, at)
    if (isRefusal(opened)) return opened

    const { finishedAt, finishReason } = getEffectiveAttempt(attempt, at)
    if (finishedAt !== null && finishReason !== null) {
      await addUndoneEnd(tx, newId(), attemptId, { finishedAt, finishReason, reopenedAt: at })
    }
    await saveTime(tx, { ...attempt, ...opened, reopenedAt: at })
    const { examId, studentId } = attempt
    await mail.dropUnsentResults(tx, { examId, studentIds: [studentId] }, at)
    const event = { actor, action: 'attempt.reopened', subject: attemptId } as const
    const detail = minutes > 0 && { detail: { minutes } }
    await audit(tx, { newId }, { ...event, ...detail, values: { why }, person: studentId }, at)
    return { endsAt: opened.endsAt }
  })
}

export function addTime(
  { db, now, newId }: Deps,
  { attemptId, minutes, why, actor }: Given & { minutes: number },
): Promise<{ endsAt: number } | Refusal<'attempt-not-found' | 'not-running'>> {
  return db.write(async (tx) => {
    const found = await anyAttempt(tx, attemptId)
    const attempt = found && (await attemptToChange(tx, db.engine, { ...found, attemptId }))
    if (!attempt) return refuse('attempt-not-found')

    const at = now()
    if (isOver(attempt, at)) return refuse('not-running')
    const longer = { ...attempt, ...addMinutes(attempt, minutes) }

    await saveTime(tx, longer)
    await audit(tx, { newId }, extension(attempt, { minutes, why, actor }), at)
    return { endsAt: longer.endsAt }
  })
}

type ForTest = {
  readonly examId: string
  readonly minutes: number
  readonly why: string
  /** Only these; all that run where none are named. */
  readonly attemptIds: readonly string[] | undefined
  readonly actor: Actor
}

export function addTimeToTest(
  { db, now, newId }: Deps,
  { examId, minutes, why, attemptIds, actor }: ForTest,
): Promise<{ changed: number } | Refusal<'test-not-found'>> {
  return db.write(async (tx) => {
    const exam = await examById(tx, examId)
    if (!exam) return refuse('test-not-found')
    const running = await runningAttemptsAt(tx, db.engine, examId)

    const at = now()
    const wanted = attemptIds && new Set(attemptIds)
    const chosen = running.filter(
      (attempt) => !isOver(attempt, at) && (!wanted || wanted.has(attempt.id)),
    )

    for (const attempt of chosen) {
      await saveTime(tx, { ...attempt, ...addMinutes(attempt, minutes) })
      await audit(tx, { newId }, extension(attempt, { minutes, why, actor }), at)
    }
    return { changed: chosen.length }
  })
}

function extension(
  { id, studentId }: AttemptRecord,
  { minutes, why, actor }: Pick<ForTest, 'minutes' | 'why' | 'actor'>,
): AuditEvent {
  return {
    actor,
    action: 'attempt.extended',
    subject: id,
    detail: { minutes },
    values: { why },
    person: studentId,
  }
}
