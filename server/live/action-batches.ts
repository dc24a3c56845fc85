import { isOver } from '#core/attempts/attempt.ts'
import { describeReason, type Obstacle } from '#core/live/actions.ts'
import type { AttemptRecord } from '../attempts/attempt-record.ts'
import { listAttemptsToActOn, listStudentsOf } from '../attempts/exam-attempt-queries.ts'
import { changeOpenMessages } from '../attempts/message-queries.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { applyStep, type Step, undoStep } from './apply-step.ts'
import {
  type LiveActionRecord,
  listActionAttempts,
  lockLiveAction,
  markApplied,
  removeActionAttempts,
  saveActionState,
  withdrawMessage,
} from './live-action-queries.ts'
import { addSkipped, countSkipped } from './skipped-attempts.ts'

/** Answers and other calls have their turn after each batch, and wait for no more than one. */
const batchSize = 25

type Obstacles = ReadonlyMap<string, Obstacle>
type Batch = { readonly isLeft: boolean; readonly obstacles: Obstacles }

const nothingLeft: Batch = { isLeft: false, obstacles: new Map() }

/**
 * Carries out or undoes what is left of an action, unless it waits. Several calls and processes may
 * do so at once: each attempt has its turn in one batch.
 * @param undoneBy null where it is to be left to who undoes it
 * @returns for whom it could not be undone
 */
export async function finishAction(
  deps: Deps,
  actionId: string,
  undoneBy: Actor | null,
): Promise<Obstacles> {
  const obstacles = new Map<string, Obstacle>()
  let isLeft = true
  while (isLeft) {
    const batch = await deps.db.write((tx) => runBatch(tx, deps, { actionId, undoneBy }))
    for (const [id, why] of batch.obstacles) obstacles.set(id, why)
    isLeft = batch.isLeft
    deps.mail.wake()
  }
  return obstacles
}

async function runBatch(
  tx: Db,
  deps: Deps,
  { actionId, undoneBy }: { readonly actionId: string; readonly undoneBy: Actor | null },
): Promise<Batch> {
  const action = await lockLiveAction(tx, actionId)
  if (!action) return nothingLeft
  if (action.state === 'undoing' && undoneBy) return undoBatch(tx, deps, action, undoneBy)
  const isDue = action.state === 'waiting' && deps.now() > action.undoUntil
  if (!isDue && action.state !== 'carrying-out') return nothingLeft
  return { isLeft: await applyBatch(tx, deps, action), obstacles: new Map() }
}

/** @returns whether some are left */
export async function applyBatch(tx: Db, deps: Deps, action: LiveActionRecord): Promise<boolean> {
  const ids = await listActionAttempts(tx, action.id, { most: batchSize, isApplied: false })
  const attempts = await listAttemptsToActOn(tx, action.examId, ids)

  const at = deps.now()
  const count = await countNamed(tx, action)
  const step = toStep(action, { actor: toActor(action), count, at })
  const obstacles = new Map<string, Obstacle>()
  for (const attempt of attempts) {
    const obstacle = await applyStep(tx, deps, step, attempt)
    if (obstacle && !isDoneAlready(action, attempt, at)) obstacles.set(attempt.id, obstacle)
  }

  const done = ids.filter((id) => !obstacles.has(id))
  if (obstacles.size > 0) {
    const notDone = addSkipped(action.notDone, obstacles)
    await removeActionAttempts(tx, action.id, [...obstacles.keys()], notDone)
  }
  await markApplied(tx, action.id, done, at)
  if (action.message !== null) await changeOpenMessages(tx, done, 1)
  const isLeft = ids.length === batchSize
  if (!isLeft) await finishApplying(tx, deps, action)
  return isLeft
}

/** While an action waited, others may have ended or reopened the attempt: that is as good. */
function isDoneAlready({ state, kind }: LiveActionRecord, attempt: AttemptRecord, at: number) {
  return state === 'waiting' && isOver(attempt, at) === (kind === 'end')
}

async function finishApplying(tx: Db, deps: Deps, action: LiveActionRecord) {
  await saveActionState(tx, action.id, 'done')
  if (action.kind === 'message') await auditMessage(tx, deps, action)
}

/** An action that was applied at once is undone by its inverse. */
async function undoBatch(
  tx: Db,
  deps: Deps,
  action: LiveActionRecord,
  actor: Actor,
): Promise<Batch> {
  const ids = await listActionAttempts(tx, action.id, { most: batchSize, isApplied: true })
  const attempts = await listAttemptsToActOn(tx, action.examId, ids)

  const at = deps.now()
  const step = toStep(action, { actor, count: await countNamed(tx, action), at })
  const obstacles = new Map<string, Obstacle>()
  for (const attempt of attempts) {
    const obstacle = await undoStep(tx, deps, step, attempt)
    if (obstacle) obstacles.set(attempt.id, obstacle)
  }

  if (action.message !== null)
    await changeOpenMessages(tx, await withdrawMessage(tx, action.id, ids, at), -1)
  await markApplied(tx, action.id, ids, null)
  const isLeft = ids.length === batchSize
  if (!isLeft) await saveActionState(tx, action.id, 'undone')
  return { isLeft, obstacles }
}

/** How many attempts the action was meant for, also those for which it could not be done. */
async function countNamed(tx: Db, { id, notDone }: LiveActionRecord): Promise<number> {
  const { length: left } = await listActionAttempts(tx, id)
  return left + countSkipped(notDone)
}

function toStep(
  action: LiveActionRecord,
  { actor, count, at }: Pick<Step, 'actor' | 'count' | 'at'>,
): Step {
  const { id: actionId, kind, minutes } = action
  return {
    actionId,
    kind,
    minutes: minutes ?? 0,
    why: describeFor(action, count),
    actor,
    count,
    at,
  }
}

/** The audit log keeps own words with the one student they are about; for several they lie here. */
function describeFor({ reason, reasonText: ownWords }: LiveActionRecord, count: number): string {
  return describeReason(reason, count === 1 ? ownWords : null)
}

/** The person who pressed may be gone. */
function toActor({ actorId: id, actorAddress: address }: LiveActionRecord): Actor {
  return { id, email: '', address: address ?? '' }
}

/** One entry for all: a message changes no attempt. */
async function auditMessage(tx: Db, deps: Deps, action: LiveActionRecord) {
  const { id: live, examId: subject, message, actedAt: at } = action
  const ids = await listActionAttempts(tx, live)
  const named = await countNamed(tx, action)
  const [student] = named === 1 ? await listStudentsOf(tx, ids) : []
  const values = { why: describeFor(action, named), note: student && (message ?? undefined) }
  const event = { actor: toActor(action), action: 'attempt.messaged', subject } as const
  const detail = { count: ids.length, live }
  await audit(tx, deps, { ...event, detail, values, ...(student && { person: student }) }, at)
}
