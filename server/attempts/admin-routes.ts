import * as contract from '#contract/proctoring.ts'
import { findConcurrentPlaces } from '#core/proctoring/attempt-places.ts'
import { refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { refuseUnconfirmed } from '../exams/key-guard.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { listPlaces } from '../presence/place-queries.ts'
import { findStudent } from '../students/queries.ts'
import { countAttempts, countExtraAttempts } from './count-queries.ts'
import { findKeyReveal } from './key-guard.ts'
import { addExtraAttempt, findAnyAttempt, listEvents } from './time-adjustments.ts'

export function attemptAdminRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, newId } = deps

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

function toGrantMessage(name: string, left: number): string {
  return left > 1
    ? `${name} may take this test ${left} more times.`
    : `${name} may take this test once more.`
}
