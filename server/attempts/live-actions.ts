import { isOver } from '#core/attempts/attempt.ts'
import {
  type ActionKind,
  type ActionReason,
  describeReason,
  type Obstacle,
  undoMs,
  waitsForUndo,
} from '#core/live/actions.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { Actor } from '../http/session.ts'
import type { AttemptRecord } from './attempt-record.ts'
import { carryOut, findObstacle, type Step, undoStep } from './carry-out-action.ts'
import {
  addLiveAction,
  changeOpenMessages,
  findLiveAction,
  type LiveActionRecord,
  listActionAttempts,
  listAttemptsToActOn,
  listDueActions,
  lockLiveAction,
  markCarriedOut,
  saveActionState,
  withdrawMessage,
} from './live-action-queries.ts'
import { listRunningAttemptsForUpdate } from './time-adjustments.ts'

export type NotDone = { readonly why: Obstacle; readonly attemptIds: readonly string[] }

export type ActionOutcome = {
  readonly action: LiveActionRecord
  readonly attemptIds: readonly string[]
  readonly notDone: readonly NotDone[]
  readonly at: number
}

export type ActInput = {
  /** The client's own, where it may send this again. */
  readonly id: string | undefined
  readonly examId: string
  readonly kind: ActionKind
  /** All running attempts if omitted. */
  readonly attemptIds: readonly string[] | undefined
  readonly minutes: number | undefined
  readonly reason: ActionReason
  readonly reasonText: string | undefined
  readonly message: string | undefined
  readonly actor: Actor
}

/** One that cannot be done for some attempts is done for the others. Sent twice, it is done once. */
export function actOnAttempts(
  deps: Deps,
  input: ActInput,
): Promise<ActionOutcome | Refusal<'test-not-found'>> {
  const { db, now, newId } = deps
  return db.write(async (tx) => {
    const earlier = input.id === undefined ? undefined : await findLiveAction(tx, input.id)
    if (earlier?.exam_id === input.examId) return describeAgain(tx, earlier, now())
    if (earlier || !(await findExam(tx, input.examId))) return refuse('test-not-found')
    const attempts = await listTargets(tx, deps, input)

    const at = now()
    const action = toActionRow(input, { id: input.id ?? newId(), at })
    const step = toStep(action, input.actor, at)
    const obstacles = new Map<string, Obstacle>()
    const found = new Set(attempts.map((attempt) => attempt.id))
    for (const id of input.attemptIds ?? []) if (!found.has(id)) obstacles.set(id, 'not-found')
    const done: string[] = []
    for (const attempt of attempts) {
      const obstacle = await (step.kind === 'end' || step.kind === 'reopen'
        ? findObstacle(tx, step.kind, attempt, step)
        : carryOut(tx, deps, step, attempt))
      if (obstacle) obstacles.set(attempt.id, obstacle)
      else done.push(attempt.id)
    }

    const notDone = groupByObstacle(obstacles)
    const isWaiting = action.state === 'waiting' && done.length > 0
    const saved: LiveActionRecord = {
      ...action,
      ...(!isWaiting && { state: 'done', actor_address: null }),
      not_done: JSON.stringify(notDone),
    }
    await addLiveAction(tx, saved, done, isWaiting ? null : at)
    if (saved.message !== null && !isWaiting) await changeOpenMessages(tx, done, 1)
    if (saved.kind === 'message') await auditMessage(tx, deps, saved, input.actor, done)
    return { action: saved, attemptIds: done, notDone, at }
  })
}

/** Within its time, also by somebody else. Undoing twice is not an error. */
export function undoLiveAction(
  deps: Deps,
  { actionId, actor }: { readonly actionId: string; readonly actor: Actor },
): Promise<ActionOutcome | Refusal<'action-not-found' | 'undo-over'>> {
  const { db, now } = deps
  return db.write(async (tx) => {
    const action = await lockLiveAction(tx, actionId)
    if (!action) return refuse('action-not-found')
    const attemptIds = await listActionAttempts(tx, actionId)

    const at = now()
    if (action.state === 'undone') return { action, attemptIds, notDone: [], at }
    if (at > action.undo_until) return refuse('undo-over')
    const obstacles = new Map<string, Obstacle>()
    if (action.state === 'done') {
      const step = toStep(action, actor, at)
      const attempts = await listAttemptsToActOn(tx, db.engine, action.exam_id, attemptIds)
      for (const attempt of attempts) {
        const obstacle = await undoStep(tx, deps, step, attempt)
        if (obstacle) obstacles.set(attempt.id, obstacle)
      }
      if (action.message !== null)
        await changeOpenMessages(tx, await withdrawMessage(tx, actionId, at), -1)
    }
    await saveActionState(tx, actionId, 'undone')
    const { exam_id: subject, kind } = action
    const detail = { kind, count: attemptIds.length - obstacles.size }
    await audit(tx, deps, { actor, action: 'attempt.action-undone', subject, detail }, at)
    const undone = { ...action, state: 'undone' } as const
    return { action: undone, attemptIds, notDone: groupByObstacle(obstacles), at }
  })
}

/** Answers and other calls have their turn after each batch. */
const batchSize = 50

/** Ends and reopens what can no longer be undone: decided from what is stored, by any process. */
export async function carryOutDueActions(deps: Deps): Promise<void> {
  const { db, now, mail } = deps
  for (const actionId of await listDueActions(db.read, now())) {
    let isLeft = true
    while (isLeft) {
      isLeft = await db.write((tx) => carryOutBatch(tx, deps, actionId))
      mail.wake()
    }
  }
}

/** @returns whether some are left */
async function carryOutBatch(tx: Db, deps: Deps, actionId: string): Promise<boolean> {
  const action = await lockLiveAction(tx, actionId)
  if (action?.state !== 'waiting') return false
  const batch = { most: batchSize, isCarriedOut: false } as const
  const ids = await listActionAttempts(tx, actionId, batch)
  const attempts = await listAttemptsToActOn(tx, deps.db.engine, action.exam_id, ids)

  const at = deps.now()
  const step = toStep(action, toActor(action), at)
  for (const attempt of attempts) await carryOut(tx, deps, step, attempt)
  for (const id of ids) await markCarriedOut(tx, actionId, id, at)
  if (action.message !== null) await changeOpenMessages(tx, ids, 1)
  const isLeft = ids.length === batchSize
  if (!isLeft) await saveActionState(tx, actionId, 'done')
  return isLeft
}

function listTargets(
  tx: Db,
  { db, now }: Deps,
  { examId, kind, attemptIds }: ActInput,
): Promise<AttemptRecord[]> {
  if (attemptIds) return listAttemptsToActOn(tx, db.engine, examId, attemptIds)
  return listRunningAttemptsForUpdate(tx, db.engine, examId).then((running) => {
    const open = running.filter((attempt) => !isOver(attempt, now()))
    return kind === 'resume' ? open.filter(({ pausedAt }) => pausedAt !== null) : open
  })
}

function toActionRow(
  { examId, kind, minutes, reason, reasonText, message, actor }: ActInput,
  { id, at }: { readonly id: string; readonly at: number },
): LiveActionRecord {
  return {
    ...{ id, exam_id: examId, kind, minutes: minutes ?? null, reason, not_done: '[]' },
    ...{ reason_text: reasonText ?? null, message: message ?? null },
    ...{ actor_id: actor.id, acted_at: at, undo_until: at + undoMs },
    ...(waitsForUndo(kind)
      ? { state: 'waiting', actor_address: actor.address }
      : { state: 'done', actor_address: null }),
  }
}

function toStep(action: LiveActionRecord, actor: Actor, at: number): Step {
  const { id: actionId, kind, minutes, reason, reason_text: ownWords } = action
  const why = describeReason(reason, ownWords)
  return { actionId, kind, minutes: minutes ?? 0, why, actor, at }
}

/** Of one that waited: the person who pressed may be gone. */
function toActor({ actor_id: id, actor_address: address }: LiveActionRecord): Actor {
  return { id, email: '', address: address ?? '' }
}

function groupByObstacle(obstacles: ReadonlyMap<string, Obstacle>): NotDone[] {
  const groups = Map.groupBy(obstacles, ([, why]) => why)
  return [...groups].map(([why, some]) => ({ why, attemptIds: some.map(([id]) => id) }))
}

async function describeAgain(tx: Db, action: LiveActionRecord, at: number): Promise<ActionOutcome> {
  const attemptIds = await listActionAttempts(tx, action.id)
  return { action, attemptIds, notDone: JSON.parse(action.not_done), at }
}

/** One entry for all: a message changes no attempt. */
function auditMessage(
  tx: Db,
  deps: Deps,
  { exam_id: subject, message, reason, reason_text: ownWords, acted_at: at }: LiveActionRecord,
  actor: Actor,
  attemptIds: readonly string[],
) {
  const values = { why: describeReason(reason, ownWords), note: message ?? undefined }
  const detail = { count: attemptIds.length }
  return audit(tx, deps, { actor, action: 'attempt.messaged', subject, detail, values }, at)
}
