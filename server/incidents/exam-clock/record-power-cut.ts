import { undoMs } from '#core/live/actions.ts'
import { addNoticedEvents } from '../../attempts/event-queries.ts'
import { pauseAtDeadline } from '../../attempts/move-attempt-times.ts'
import { audit, systemActor } from '../../audit-log/audit.ts'
import type { Db } from '../../database/database.ts'
import type { Deps } from '../../deps.ts'
import { addLiveAction, markApplied } from '../../live/live-action-queries.ts'

/** By the exam's clock: the last sign of the server before, and its start. */
type PowerCut = { readonly from: number; readonly to: number }
type CutAttempt = {
  readonly id: string
  readonly exam_id: string
  readonly started_at: number
  readonly ends_at: number
}

/**
 * After a start of the machine, notes for each attempt that was running how long the server was
 * off: together an incident whose time can be given back with one press. An attempt whose time ran
 * out in between is paused at that moment instead of being closed.
 */
export async function recordPowerCut(deps: Deps, cut: PowerCut): Promise<void> {
  const { db, log } = deps
  const count = await db.write(async (tx) => {
    const attempts = await listCutAttempts(tx, cut)
    if (attempts.length === 0) return 0
    await addNoticedEvents(
      tx,
      attempts.map(({ id, started_at }) => {
        const at = Math.max(cut.from, started_at)
        return {
          ...toEvent(deps, id, at),
          kind: 'silence',
          received_at: cut.to,
          duration_ms: cut.to - at,
        }
      }),
    )
    const overdue = attempts.filter(({ ends_at }) => ends_at <= cut.to)
    for (const [examId, own] of Map.groupBy(overdue, ({ exam_id }) => exam_id))
      await pauseOverdue(tx, deps, { examId, attempts: own, at: cut.to })
    const detail = { seconds: Math.round((cut.to - cut.from) / 1000), count: attempts.length }
    await audit(tx, deps, { actor: systemActor, action: 'clock.power-cut', detail }, cut.to)
    return attempts.length
  })
  if (count > 0)
    log.warn({ ...cut, count }, 'the machine was off while attempts were running: see Incidents')
}

/** Lists the attempts that lost time: those that are paused or wait for their student lost none. */
function listCutAttempts(tx: Db, { from, to }: PowerCut): Promise<CutAttempt[]> {
  return tx
    .selectFrom('attempts')
    .select(['id', 'exam_id', 'started_at', 'ends_at'])
    .where('finished_at', 'is', null)
    .where('paused_at', 'is', null)
    .where('ends_at', '>', from)
    .where((eb) => eb.or([eb('clock_starts_at', 'is', null), eb('clock_starts_at', '<', to)]))
    .execute()
}

function toEvent({ newId }: Deps, attemptId: string, at: number) {
  return {
    id: newId(),
    attempt_id: attemptId,
    kind: 'pause' as const,
    at,
    received_at: at,
    told_at: null,
    duration_ms: null,
  }
}

type OverdueAttempts = {
  readonly examId: string
  readonly attempts: readonly CutAttempt[]
  readonly at: number
}

/** As staff pause: the students read why, and Resume is on the live screen. */
async function pauseOverdue(tx: Db, deps: Deps, { examId, attempts, at }: OverdueAttempts) {
  const id = deps.newId()
  const ids = attempts.map((attempt) => attempt.id)
  const action = {
    id,
    examId,
    kind: 'pause',
    minutes: null,
    reason: 'power-cut',
    reasonText: null,
    message: null,
    notDone: [],
    actorId: null,
    actorAddress: null,
    actedAt: at,
    undoUntil: at - undoMs,
    state: 'done',
  } as const
  await addLiveAction(tx, action, ids)
  await markApplied(tx, id, ids, at)
  await addNoticedEvents(
    tx,
    attempts.map(({ id, ends_at }) => toEvent(deps, id, ends_at)),
  )
  await pauseAtDeadline(tx, ids)
}
