import * as contract from '#contract/proctoring.ts'
import type { Reopening } from '#core/attempts/attempt.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { findAnyAttempt, listReopenings } from '../attempts/adjustment-queries.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { addTime, reopenAttempt } from './adjust-time.ts'
import { listTimeAdjustments, type TimeAdjustment } from './list-time-adjustments.ts'
import { applyAction } from './live-actions.ts'

/** More time for an attempt or an exam, from the page of its results. */
export function timeRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps

  bind(contract.listTimeAdjustments, async ({ params }) => {
    if (!(await findAnyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    const reopenings = await listReopenings(db.read, params.attemptId)
    const changes = await listTimeAdjustments(db.read, params.attemptId)
    return slicePage(
      changes.map((change) => ({
        _id: change.id,
        at: toInstant(change.at),
        kind: change.isReopening ? ('reopened' as const) : ('extended' as const),
        undid: toUndoneEnd(change, reopenings),
        by: change.by,
        minutes: change.minutes,
        why: change.why,
      })),
    )
  })

  bind(contract.reopenAttempt, async ({ params, body, actor }) => {
    const { why, minutes = 0, confirm } = body
    const reopened = await reopenAttempt(deps, { ...params, why, minutes, confirm, actor })
    if (isRefusal(reopened)) return reopened
    return {
      message: 'The attempt is open again.',
      resumesBy: toInstant(reopened.resumesBy),
      endsAt: toInstant(reopened.endsAt),
      wouldReveal: reopened.wouldReveal,
    }
  })

  bind(contract.addTime, async ({ params, body, actor }) => {
    const extended = await addTime(deps, { ...params, ...body, actor })
    return isRefusal(extended) ? extended : { endsAt: toInstant(extended.endsAt) }
  })

  bind(contract.addTimeToExam, async ({ params, body, actor }) => {
    const { minutes, why: reasonText, attemptIds } = body
    const acted = await applyAction(deps, {
      examId: params.testId,
      kind: 'add-minutes',
      minutes,
      attemptIds,
      reason: 'other',
      reasonText,
      actor,
    })
    // More time shows no key.
    return isRefusal(acted) ? refuse('test-not-found') : { changed: acted.attemptIds.length }
  })
}

function toUndoneEnd({ isReopening, at }: TimeAdjustment, reopenings: readonly Reopening[]) {
  const end = reopenings.find(({ reopenedAt }) => isReopening && reopenedAt === at)
  return end ? { endTime: toInstant(end.finishedAt), finishReason: end.finishReason } : null
}
