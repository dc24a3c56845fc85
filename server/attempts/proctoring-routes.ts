import * as contract from '#contract/proctoring.ts'
import { type EventKind, isAway } from '#core/proctoring/policy.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import type { CalledAttempt, ContactLog } from '../presence/contact-log.ts'
import { acknowledgeWarning } from './acknowledge-warning.ts'
import { createClock } from './get-clock.ts'
import { toSubmittedAnswer } from './parse-answer.ts'
import { recordNoticed } from './record-noticed.ts'
import { reportEvent } from './report-event.ts'
import { serializeClock } from './serialize.ts'

/** Calls by which the page of a running attempt reports, and asks for its clock. */
export function proctoringRoutes(bind: BindEndpoint, deps: Deps, contacts: ContactLog) {
  const getClock = createClock(deps, contacts)

  bind(contract.reportEvent, async ({ user, params, body }) => {
    const { attemptId } = params
    const reported = await reportEvent(deps, {
      studentId: user.id,
      attemptId,
      kind: body.kind,
      happenedAt: Date.parse(body.at),
      durationMs: body.durationMs,
      answers: (body.answers ?? []).map(toSubmittedAnswer),
    })
    if (isRefusal(reported)) return reported
    const { outcome, clockStartsAt } = reported
    noteReport(contacts, { id: attemptId, clockStartsAt }, body, deps.now())
    // A page whose attempt is over asks for nothing that would write it down.
    if (outcome.finished) await recordNoticed(deps, contacts, attemptId)
    return outcome
  })

  bind(contract.getAttemptClock, async ({ user, params, query, request }) => {
    const key = { studentId: user.id, attemptId: params.attemptId }
    const clock = await getClock(key, request, query.waiting ?? 0)
    return isRefusal(clock) ? clock : serializeClock(clock)
  })

  bind(contract.acknowledgeWarning, ({ user, params, body }) =>
    acknowledgeWarning(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      number: body.number,
      readAt: Date.parse(body.at),
    }),
  )

  bind(contract.getServerTime, async () => ({ serverTime: toInstant(deps.now()) }))
}

type Report = { readonly kind: EventKind; readonly at: string; readonly durationMs?: number }

function noteReport(
  contacts: ContactLog,
  attempt: CalledAttempt,
  { kind, at, durationMs }: Report,
  receivedAt: number,
) {
  contacts.touch(attempt, receivedAt)
  // A second report with its duration means that the page is back.
  if (isAway(kind)) contacts.noteAway(attempt.id, durationMs === undefined ? Date.parse(at) : null)
}
