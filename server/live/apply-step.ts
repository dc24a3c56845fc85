import { isOver, reopen } from '#core/attempts/attempt.ts'
import { addMinutesTo, endByInstitute, endPause, pause } from '#core/attempts/pause.ts'
import type { ActionKind, Obstacle } from '#core/live/actions.ts'
import { isRefusal } from '#core/refusal.ts'
import { saveAttemptTime, saveResumption } from '../attempts/adjustment-queries.ts'
import { attachAnswers } from '../attempts/answer-queries.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { closeAttempt } from '../attempts/close-attempt.ts'
import { addEvent, savePauseEnd } from '../attempts/event-queries.ts'
import { findRunningAttempt } from '../attempts/queries.ts'
import { type AuditEvent, audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { reopenInTransaction } from './adjust-time.ts'

export type Step = {
  readonly actionId: string
  readonly kind: ActionKind
  readonly minutes: number
  readonly why: string
  readonly actor: Actor
  /** How many attempts the action was meant for. */
  readonly count: number
  readonly at: number
}

/** Whether an end or a reopening, which wait, could be carried out now; null if it could. */
export async function findObstacle(
  tx: Db,
  kind: 'end' | 'reopen',
  attempt: AttemptRecord,
  { minutes, at }: Pick<Step, 'minutes' | 'at'>,
): Promise<Obstacle | null> {
  if (kind === 'end') return isOver(attempt, at) ? 'not-running' : null
  if (attempt.isVoid) return 'void'
  const reopened = reopen({ ...attempt, answers: {} }, minutes, at)
  if (isRefusal(reopened)) return reopened.refused === 'no-time-left' ? 'no-time-left' : 'running'
  const another = await findRunningAttempt(tx, attempt.studentId, attempt.examId)
  return another && another.id !== attempt.id ? 'running' : null
}

/** Changes one attempt, which nobody else changes until the transaction ends. */
export async function applyStep(
  tx: Db,
  deps: Deps,
  step: Step,
  attempt: AttemptRecord,
): Promise<Obstacle | null> {
  switch (step.kind) {
    case 'add-minutes':
      return addMinutes(tx, deps, step, attempt)
    case 'pause':
      return startPause(tx, deps, step, attempt)
    case 'resume':
      return stopPause(tx, deps, step, attempt)
    case 'message':
      return isOver(attempt, step.at) ? 'not-running' : null
    case 'end':
      return end(tx, deps, step, attempt)
    case 'reopen': {
      const { why, minutes, actor } = step
      const input = { attemptId: attempt.id, minutes, why, actor, press: toPress(step) }
      const reopened = await reopenInTransaction(tx, deps, input)
      if (!isRefusal(reopened)) return null
      return toObstacle[reopened.refused]
    }
  }
}

const toObstacle = {
  'attempt-not-found': 'not-found',
  'attempt-running': 'running',
  'attempt-void': 'void',
  'no-time-left': 'no-time-left',
} as const

/** The inverse of what was carried out at once; the clock is set back by no more than that. */
export function undoStep(
  tx: Db,
  deps: Deps,
  step: Step,
  attempt: AttemptRecord,
): Promise<Obstacle | null> {
  const inverse = { 'add-minutes': 'add-minutes', pause: 'resume', resume: 'pause' } as const
  const { kind, minutes } = step
  if (kind === 'add-minutes' || kind === 'pause' || kind === 'resume') {
    return applyStep(tx, deps, { ...step, kind: inverse[kind], minutes: -minutes }, attempt)
  }
  return Promise.resolve(null)
}

async function addMinutes(tx: Db, deps: Deps, step: Step, attempt: AttemptRecord) {
  const { minutes, at } = step
  const longer = addMinutesTo(attempt, minutes, at)
  if (isRefusal(longer)) return longer.refused
  // A later deadline speaks for itself; an earlier one looks like a reply that was overtaken.
  const timeChanges = attempt.timeChanges + (minutes < 0 ? 1 : 0)
  await saveAttemptTime(tx, { ...longer, timeChanges })
  await record(tx, deps, minutes < 0 ? 'attempt.action-undone' : 'attempt.extended', step, attempt)
  return null
}

async function startPause(tx: Db, deps: Deps, step: Step, attempt: AttemptRecord) {
  const { at } = step
  const paused = pause(attempt, at)
  if (isRefusal(paused)) return paused.refused
  await saveAttemptTime(tx, { ...paused, timeChanges: attempt.timeChanges + 1 })
  await addEvent(tx, {
    id: deps.newId(),
    attempt_id: attempt.id,
    kind: 'pause',
    at,
    received_at: at,
    told_at: null,
    duration_ms: null,
  })
  await record(tx, deps, 'attempt.paused', step, attempt)
  return null
}

async function stopPause(tx: Db, deps: Deps, step: Step, attempt: AttemptRecord) {
  const resumed = endPause(attempt, step.at)
  if (isRefusal(resumed)) return resumed.refused
  await saveTime(tx, { ...resumed, timeChanges: attempt.timeChanges + 1 })
  await savePauseEnd(tx, attempt.id, step.at)
  await record(tx, deps, 'attempt.resumed', step, attempt)
  return null
}

async function end(tx: Db, deps: Deps, step: Step, attempt: AttemptRecord) {
  const ended = endByInstitute(attempt, step.at)
  if (isRefusal(ended)) return ended.refused
  await saveTime(tx, ended)
  if (attempt.pausedAt !== null) await savePauseEnd(tx, attempt.id, step.at)
  await closeAttempt(tx, deps, await attachAnswers(tx, ended), step.at)
  await record(tx, deps, 'attempt.ended', step, attempt)
  return null
}

/** The clock of a reopened one may start later, or start with its end. */
function saveTime(tx: Db, attempt: AttemptRecord) {
  return attempt.reopenedAt === null ? saveAttemptTime(tx, attempt) : saveResumption(tx, attempt)
}

function record(
  tx: Db,
  deps: Deps,
  action: AuditEvent['action'],
  step: Step,
  { id, studentId }: AttemptRecord,
) {
  const { kind, minutes, why, actor, at } = step
  const added = kind === 'add-minutes' && { minutes: Math.abs(minutes) }
  const detail = { ...added, ...toPress(step) }
  return audit(
    tx,
    deps,
    { actor, action, subject: id, detail, values: { why }, person: studentId },
    at,
  )
}

/** In the audit log: the action that an entry is part of, and for how many it was. */
function toPress({ actionId, count }: Step) {
  return { live: actionId, ...(count > 1 && { count }) }
}
