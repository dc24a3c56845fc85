import * as contract from '#contract/proctoring.ts'
import { findConcurrentPlaces } from '#core/proctoring/attempt-places.ts'
import { refuse } from '#core/refusal.ts'
import { slicePage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { listPlaces } from '../presence/place-queries.ts'
import { findAnyAttempt } from './adjustment-queries.ts'
import { listEvents } from './event-queries.ts'
import { grantAttempt } from './grant-attempt.ts'

export function attemptAdminRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps

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
    grantAttempt(deps, { examId: params.testId, ...body, actor }),
  )
}
