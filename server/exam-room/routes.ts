import * as contract from '#contract/proctoring.ts'
import { isOver, type Reopening } from '#core/attempts/attempt.ts'
import { findConcurrentPlaces } from '#core/proctoring/attempt-places.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { parseAnswer } from '../attempts/parse-answer.ts'
import { listPlaces } from '../attempts/place-queries.ts'
import { attemptOf, grantCounts, takenCount } from '../attempts/store.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { examById } from '../exams/store.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { findStudent } from '../students/queries.ts'
import { addTime, addTimeToTest, reopenAttempt } from './change-time.ts'
import { reportEvent } from './report-event.ts'
import { addGrant, anyAttempt, type Change, changesOf, eventsOf, undoneEndsOf } from './store.ts'

export function examRoomRoutes(serve: BindEndpoint, deps: Deps) {
  const { db, now, newId } = deps

  serve(contract.reportEvent, ({ user, params, body }) =>
    reportEvent(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      kind: body.kind,
      happenedAt: Date.parse(body.at),
      durationMs: body.durationMs,
      answers: (body.answers ?? []).map(parseAnswer),
    }),
  )

  serve(contract.getAttemptClock, async ({ user, params }) => {
    const attempt = await attemptOf(db.read, user.id, params.attemptId)
    if (!attempt) return refuse('attempt-not-found')
    const at = now()
    return {
      status: isOver(attempt, at) ? ('Completed' as const) : ('In progress' as const),
      endsAt: toInstant(attempt.endsAt),
      serverTime: toInstant(at),
    }
  })

  serve(contract.getServerTime, async () => ({ serverTime: toInstant(now()) }))

  serve(contract.listAttemptEvents, async ({ params }) => {
    if (!(await anyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    return (await eventsOf(db.read, params.attemptId)).map((event) => ({
      _id: event.id,
      kind: event.kind,
      at: toInstant(event.at),
      receivedAt: toInstant(event.received_at),
      durationMs: event.duration_ms,
    }))
  })

  serve(contract.listTimeAdjustments, async ({ params }) => {
    if (!(await anyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    const undone = await undoneEndsOf(db.read, params.attemptId)
    return (await changesOf(db.read, params.attemptId)).map((change) => ({
      _id: change.id,
      at: toInstant(change.at),
      kind: change.isReopening ? ('reopened' as const) : ('extended' as const),
      undid: undidOf(change, undone),
      by: change.by,
      minutes: change.minutes,
      why: change.why,
    }))
  })

  serve(contract.listAttemptPlaces, async ({ params }) => {
    if (!(await anyAttempt(db.read, params.attemptId))) return refuse('attempt-not-found')
    const places = await listPlaces(db.read, params.attemptId)
    const atOnce = findConcurrentPlaces(places)
    return places.map((place) => ({
      address: place.address,
      device: place.deviceName,
      firstAt: toInstant(place.firstAt),
      lastAt: toInstant(place.lastAt),
      calls: place.calls,
      isAtOnce: atOnce.has(place),
    }))
  })

  serve(contract.reopenAttempt, async ({ params, body, actor }) => {
    const { why, minutes = 0 } = body
    const opened = await reopenAttempt(deps, { ...params, why, minutes, actor })
    if (isRefusal(opened)) return opened
    return { message: 'The attempt is open again.', endsAt: toInstant(opened.endsAt) }
  })

  serve(contract.addTime, async ({ params, body, actor }) => {
    const longer = await addTime(deps, { ...params, ...body, actor })
    return isRefusal(longer) ? longer : { endsAt: toInstant(longer.endsAt) }
  })

  serve(contract.addTimeToExam, ({ params, body, actor }) =>
    addTimeToTest(deps, {
      examId: params.testId,
      minutes: body.minutes,
      why: body.why,
      attemptIds: body.attemptIds,
      actor,
    }),
  )

  serve(contract.grantAttempt, ({ params, body, actor }) =>
    db.write(async (tx) => {
      const exam = await examById(tx, params.testId)
      if (!exam) return refuse('test-not-found')
      const student = await findStudent(tx, body.studentId)
      if (!student) return refuse('student-not-found')

      const at = now()
      await addGrant(tx, { id: newId(), examId: exam.id, studentId: student.id }, at)
      const event = { actor, action: 'attempt.granted', subject: student.id } as const
      const detail = { testId: exam.id }
      await audit(tx, deps, { ...event, detail, values: { why: body.why } }, at)
      const taken = await takenCount(tx, student.id, exam.id)
      const granted = (await grantCounts(tx, student.id)).get(exam.id) ?? 0
      return { message: grantSays(student.name, exam.attemptsAllowed + granted - taken) }
    }),
  )
}

function undidOf({ isReopening, at }: Change, undone: readonly Reopening[]) {
  const end = undone.find(({ reopenedAt }) => isReopening && reopenedAt === at)
  return end ? { endTime: toInstant(end.finishedAt), finishReason: end.finishReason } : null
}

function grantSays(name: string, left: number): string {
  return left > 1
    ? `${name} may take this test ${left} more times.`
    : `${name} may take this test once more.`
}
