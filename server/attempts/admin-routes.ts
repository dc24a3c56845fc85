import * as contract from '#contract/proctoring.ts'
import type { Reopening } from '#core/attempts/attempt.ts'
import { findConcurrentPlaces } from '#core/proctoring/attempt-places.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { listPlaces } from '../presence/place-queries.ts'
import { findStudent } from '../students/queries.ts'
import { acknowledgeWarning } from './acknowledge-warning.ts'
import { addTime, reopenAttempt } from './adjust-time.ts'
import { countAttempts, countExtraAttempts } from './count-queries.ts'
import { findKeyReveal } from './key-guard.ts'
import { actOnAttempts } from './live-actions.ts'
import {
  addExtraAttempt,
  findAnyAttempt,
  listEvents,
  listReopenings,
  listTimeAdjustments,
  type TimeAdjustment,
} from './time-adjustments.ts'

export function attemptAdminRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, newId } = deps

  bind(contract.acknowledgeWarning, ({ user, params, body }) =>
    acknowledgeWarning(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      number: body.number,
      readAt: Date.parse(body.at),
    }),
  )

  bind(contract.listAttemptEvents, async ({ params }) => {
    if (!(await findAnyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    const events = await listEvents(db.read, params.attemptId)
    return slicePage(
      events.map((event) => ({
        _id: event.id,
        kind: event.kind,
        at: toInstant(event.at),
        receivedAt: toInstant(event.received_at),
        durationMs: event.duration_ms,
      })),
    )
  })

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

  bind(contract.listAttemptPlaces, async ({ params }) => {
    if (!(await findAnyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    const places = await listPlaces(db.read, params.attemptId)
    const simultaneous = findConcurrentPlaces(places)
    return slicePage(
      places.map((place) => ({
        address: place.address,
        device: place.deviceName,
        firstAt: toInstant(place.firstAt),
        lastAt: toInstant(place.lastAt),
        calls: place.calls,
        isAtOnce: simultaneous.has(place),
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
    const acted = await actOnAttempts(deps, {
      id: undefined,
      examId: params.testId,
      kind: 'add-minutes',
      minutes,
      attemptIds,
      reason: 'other',
      reasonText,
      message: undefined,
      actor,
    })
    // More time shows no key.
    return isRefusal(acted) ? refuse('test-not-found') : { changed: acted.attemptIds.length }
  })

  bind(contract.grantAttempt, ({ params, body, actor }) =>
    db.write(async (tx) => {
      const exam = await findExam(tx, params.testId)
      if (!exam) return refuse('test-not-found')
      const student = await findStudent(tx, body.studentId)
      if (!student) return refuse('student-not-found')

      const at = now()
      const act = { kind: 'grant', studentIds: new Set([student.id]) } as const
      const reveal = await findKeyReveal(tx, exam, act, at)
      const unconfirmed = refuseUnconfirmed(reveal, body.confirm)
      if (unconfirmed) return unconfirmed

      await addExtraAttempt(tx, { id: newId(), examId: exam.id, studentId: student.id }, at)
      const event = { actor, action: 'attempt.granted', subject: student.id } as const
      const detail = { testId: exam.id }
      await audit(tx, deps, { ...event, detail, values: { why: body.why } }, at)
      const attemptCount = await countAttempts(tx, student.id, exam.id)
      const granted = (await countExtraAttempts(tx, student.id)).get(exam.id) ?? 0
      return {
        message: toGrantMessage(student.name, exam.attemptsAllowed + granted - attemptCount),
        wouldReveal: reveal.wouldReveal,
      }
    }),
  )
}

function toUndoneEnd({ isReopening, at }: TimeAdjustment, reopenings: readonly Reopening[]) {
  const end = reopenings.find(({ reopenedAt }) => isReopening && reopenedAt === at)
  return end ? { endTime: toInstant(end.finishedAt), finishReason: end.finishReason } : null
}

function toGrantMessage(name: string, left: number): string {
  return left > 1
    ? `${name} may take this test ${left} more times.`
    : `${name} may take this test once more.`
}
