import { describeReason, type Obstacle } from '#core/live/actions.ts'
import { audit } from '../audit-log/audit.ts'
import type { Db } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import type { Actor } from '../http/session.ts'
import { carryOut, type Step, undoStep } from './carry-out-action.ts'
import {
  type LiveActionRecord,
  listActionAttempts,
  listAttemptsToActOn,
  lockLiveAction,
  markCarriedOut,
  removeActionAttempts,
  saveActionState,
} from './live-action-queries.ts'
import { changeOpenMessages, withdrawMessage } from './message-queries.ts'
import { addNotDone, type NotDone } from './not-done.ts'

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
  const isDue = action.state === 'waiting' && deps.now() > action.undo_until
  if (!isDue && action.state !== 'carrying-out') return nothingLeft
  return { isLeft: await carryOutBatch(tx, deps, action), obstacles: new Map() }
}

/** @returns whether some are left */
export async function carryOutBatch(
  tx: Db,
  deps: Deps,
  action: LiveActionRecord,
): Promise<boolean> {
  const ids = await listActionAttempts(tx, action.id, { most: batchSize, isCarriedOut: false })
  const attempts = await listAttemptsToActOn(tx, action.exam_id, ids)

  const at = deps.now()
  const step = toStep(action, toActor(action), at)
  const obstacles = new Map<string, Obstacle>()
  for (const attempt of attempts) {
    const obstacle = await carryOut(tx, deps, step, attempt)
    // What had to wait was found to be possible before: an end in the meantime is as good.
    if (obstacle && action.state === 'carrying-out') obstacles.set(attempt.id, obstacle)
  }

  const done = ids.filter((id) => !obstacles.has(id))
  if (obstacles.size > 0) {
    const notDone = addNotDone(JSON.parse(action.not_done) as NotDone[], obstacles)
    await removeActionAttempts(tx, action.id, [...obstacles.keys()], JSON.stringify(notDone))
  }
  await markCarriedOut(tx, action.id, done, at)
  if (action.message !== null) await changeOpenMessages(tx, done, 1)
  const isLeft = ids.length === batchSize
  if (!isLeft) await finishCarryingOut(tx, deps, action)
  return isLeft
}

async function finishCarryingOut(tx: Db, deps: Deps, action: LiveActionRecord) {
  await saveActionState(tx, action.id, 'done')
  if (action.kind === 'message') await auditMessage(tx, deps, action)
}

/** What was done at once is undone by its inverse. */
async function undoBatch(
  tx: Db,
  deps: Deps,
  action: LiveActionRecord,
  actor: Actor,
): Promise<Batch> {
  const ids = await listActionAttempts(tx, action.id, { most: batchSize, isCarriedOut: true })
  const attempts = await listAttemptsToActOn(tx, action.exam_id, ids)

  const at = deps.now()
  const step = toStep(action, actor, at)
  const obstacles = new Map<string, Obstacle>()
  for (const attempt of attempts) {
    const obstacle = await undoStep(tx, deps, step, attempt)
    if (obstacle) obstacles.set(attempt.id, obstacle)
  }

  if (action.message !== null)
    await changeOpenMessages(tx, await withdrawMessage(tx, action.id, ids, at), -1)
  await markCarriedOut(tx, action.id, ids, null)
  const isLeft = ids.length === batchSize
  if (!isLeft) await saveActionState(tx, action.id, 'undone')
  return { isLeft, obstacles }
}

function toStep(action: LiveActionRecord, actor: Actor, at: number): Step {
  const { id: actionId, kind, minutes, reason, reason_text: ownWords } = action
  const why = describeReason(reason, ownWords)
  return { actionId, kind, minutes: minutes ?? 0, why, actor, at }
}

/** The person who pressed may be gone. */
function toActor({ actor_id: id, actor_address: address }: LiveActionRecord): Actor {
  return { id, email: '', address: address ?? '' }
}

/** One entry for all: a message changes no attempt. */
async function auditMessage(tx: Db, deps: Deps, action: LiveActionRecord) {
  const { exam_id: subject, message, reason, reason_text: ownWords, acted_at: at } = action
  const values = { why: describeReason(reason, ownWords), note: message ?? undefined }
  const { length: count } = await listActionAttempts(tx, action.id)
  const actor = toActor(action)
  const detail = { count }
  await audit(tx, deps, { actor, action: 'attempt.messaged', subject, detail, values }, at)
}
