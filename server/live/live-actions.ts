import type { KeyReveal } from '#contract/key-guard.ts'
import { isOver } from '#core/attempts/attempt.ts'
import {
  type ActionKind,
  type KeptReason,
  type Obstacle,
  undoMs,
  waitsForUndo,
} from '#core/live/actions.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { listAttemptsOf, listRunningAttempts } from '../attempts/exam-attempt-queries.ts'
import { findReopeningReveal } from '../attempts/key-guard.ts'
import { audit, systemActor } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import { applyBatch, finishAction } from './action-batches.ts'
import { findObstacle } from './apply-step.ts'
import {
  addLiveAction,
  findLiveAction,
  type LiveActionRecord,
  listActionAttempts,
  listActionsUnderway,
  listDueActions,
  lockLiveAction,
  saveActionState,
} from './live-action-queries.ts'
import { groupByObstacle, type SkippedAttempts } from './skipped-attempts.ts'

export type ActionOutcome = {
  readonly action: LiveActionRecord
  readonly attemptIds: readonly string[]
  readonly notDone: readonly SkippedAttempts[]
  readonly at: number
}

export type ActInput = {
  /** The client's own, where it may send this again. */
  readonly id?: string | undefined
  readonly examId: string
  readonly kind: ActionKind
  /** All running attempts if omitted. */
  readonly attemptIds?: readonly string[] | undefined
  readonly minutes?: number | undefined
  readonly reason: KeptReason
  readonly reasonText?: string | undefined
  readonly message?: string | undefined
  /** False asks before a key is known by whom a reopening lets sit. */
  readonly confirm?: boolean | undefined
  readonly actor: Actor
}
type ActRefusal = Refusal<'test-not-found' | 'key-still-needed'>
type Begun = Pick<KeyReveal, 'wouldReveal'> & { readonly action: LiveActionRecord }

/**
 * One that cannot be done for some attempts is done for the others. Sent twice, it is done once; what
 * a process that was killed has left undone of it is done then.
 */
export async function applyAction(
  deps: Deps,
  input: ActInput,
): Promise<(ActionOutcome & Pick<KeyReveal, 'wouldReveal'>) | ActRefusal> {
  const { db, now } = deps
  // Two presses take effect in their order.
  for (const earlier of await listActionsUnderway(db.read, input.examId))
    await finishAction(deps, earlier, systemActor)
  const begun = await db.write((tx) => beginAction(tx, deps, input))
  if (isRefusal(begun)) return begun
  await finishAction(deps, begun.action.id, null)

  const action = await findLiveAction(db.read, begun.action.id)
  if (!action) return refuse('test-not-found')
  const { reasonText, message } = begun.action
  const attemptIds = await listActionAttempts(db.read, action.id)
  const { notDone } = action
  const acted = { action: { ...action, reasonText, message }, attemptIds, notDone, at: now() }
  return { ...acted, wouldReveal: begun.wouldReveal }
}

/** With its first batch, so that one for a few students is one transaction. */
async function beginAction(tx: Db, deps: Deps, input: ActInput): Promise<Begun | ActRefusal> {
  const earlier = input.id === undefined ? undefined : await findLiveAction(tx, input.id)
  if (earlier?.examId === input.examId) return { action: earlier, wouldReveal: null }
  const exam = await findExam(tx, input.examId)
  if (earlier || !exam) return refuse('test-not-found')
  const attempts = await listTargets(tx, deps, input)

  const at = deps.now()
  const obstacles = new Map<string, Obstacle>()
  const found = new Set(attempts.map((attempt) => attempt.id))
  for (const id of input.attemptIds ?? []) if (!found.has(id)) obstacles.set(id, 'not-found')
  const { kind, minutes = 0 } = input
  if (kind === 'end' || kind === 'reopen') {
    for (const attempt of attempts) {
      const obstacle = await findObstacle(tx, kind, attempt, { minutes, at })
      if (obstacle) obstacles.set(attempt.id, obstacle)
    }
  }
  const targets = [...found].filter((id) => !obstacles.has(id))
  const reopened = attempts.filter(({ id }) => kind === 'reopen' && !obstacles.has(id))
  const reveal = await findReopeningReveal(tx, exam, { attempts: reopened, minutes }, at)
  const unconfirmed = refuseUnconfirmed(reveal, input.confirm)
  if (unconfirmed) return unconfirmed
  const action: LiveActionRecord = {
    ...toAction(input, { id: input.id ?? deps.newId(), at }),
    ...(targets.length === 0 && waitsForUndo(kind) && { state: 'done', actorAddress: null }),
    notDone: groupByObstacle(obstacles),
  }
  await addLiveAction(tx, action, targets)
  if (action.state === 'carrying-out') await applyBatch(tx, deps, action)
  return { action, wouldReveal: reveal.wouldReveal }
}

/** Within its time, also by somebody else. Undoing twice is not an error. */
export async function undoLiveAction(
  deps: Deps,
  { actionId, actor }: { readonly actionId: string; readonly actor: Actor },
): Promise<ActionOutcome | Refusal<'action-not-found' | 'undo-over'>> {
  const { db, now } = deps
  const begun = await db.write((tx) => beginUndo(tx, deps, { actionId, actor }))
  if (isRefusal(begun)) return begun
  const obstacles = await finishAction(deps, actionId, actor)

  const attemptIds = await listActionAttempts(db.read, actionId)
  const action: LiveActionRecord = { ...begun, state: 'undone' }
  return { action, attemptIds, notDone: groupByObstacle(obstacles), at: now() }
}

async function beginUndo(
  tx: Db,
  deps: Deps,
  { actionId, actor }: { readonly actionId: string; readonly actor: Actor },
): Promise<LiveActionRecord | Refusal<'action-not-found' | 'undo-over'>> {
  const action = await lockLiveAction(tx, actionId)
  if (!action) return refuse('action-not-found')

  const at = deps.now()
  if (action.state === 'undone' || action.state === 'undoing') return action
  if (at > action.undoUntil) return refuse('undo-over')
  await saveActionState(tx, actionId, action.state === 'waiting' ? 'undone' : 'undoing')
  const { examId: subject, kind } = action
  const { length: count } = await listActionAttempts(tx, actionId)
  const detail = { kind, count }
  await audit(tx, deps, { actor, action: 'attempt.action-undone', subject, detail }, at)
  return action
}

/** Ends and reopens what can no longer be undone, and finishes what a process was killed in. */
export async function applyDueActions(deps: Deps): Promise<void> {
  for (const actionId of await listDueActions(deps.db.read, deps.now()))
    await finishAction(deps, actionId, systemActor)
}

/** At the start: what a process was killed in is finished at once, whether or not it can be undone. */
export async function finishLeftActions(deps: Deps): Promise<void> {
  for (const actionId of await listActionsUnderway(deps.db.read))
    await finishAction(deps, actionId, systemActor)
}

async function listTargets(
  tx: Db,
  { now }: Deps,
  { examId, kind, attemptIds }: ActInput,
): Promise<AttemptRecord[]> {
  if (attemptIds) return listAttemptsOf(tx, examId, attemptIds)
  const running = await listRunningAttempts(tx, examId)
  const open = running.filter((attempt) => !isOver(attempt, now()))
  return kind === 'resume' ? open.filter(({ pausedAt }) => pausedAt !== null) : open
}

function toAction(
  { examId, kind, minutes, reason, reasonText, message, actor }: ActInput,
  { id, at }: { readonly id: string; readonly at: number },
): LiveActionRecord {
  return {
    id,
    examId,
    kind,
    minutes: minutes ?? null,
    reason,
    reasonText: reasonText ?? null,
    message: message ?? null,
    notDone: [],
    actorId: actor.id,
    actorAddress: actor.address,
    actedAt: at,
    undoUntil: at + undoMs,
    state: waitsForUndo(kind) ? 'waiting' : 'carrying-out',
  }
}
