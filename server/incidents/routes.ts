import type { z } from 'zod'
import { pluralize } from '#contract/format.ts'
import * as contract from '#contract/incidents.ts'
import { getStatementDeadline } from '#core/proctoring/incident-outcomes.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { findAttemptForUpdate, type OwnAttemptKey } from '../attempts/queries.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { decideIncidents, revertDecision } from './decide-incidents.ts'
import { addStatement, saveDismissal } from './decision-queries.ts'
import { exportIncidents } from './export-incidents.ts'
import { loadIncidents } from './incident-queries.ts'
import { countIncidentGroups, listIncidentGroups } from './list-incidents.ts'

export function incidentRoutes(bind: BindEndpoint, deps: Deps) {
  bind(contract.listIncidents, ({ query }) => listIncidentGroups(deps, query))

  bind(contract.exportIncidents, ({ query, actor }) => exportIncidents(deps, { query, actor }))

  bind(contract.countIncidents, ({ query }) => countIncidentGroups(deps, query))

  bind(contract.decideIncidents, ({ body, actor }) => decideIncidents(deps, { ...body, actor }))

  bind(contract.revertDecision, async ({ body, actor }) => {
    const { opened } = await revertDecision(deps, { ...body, actor })
    const message =
      opened === 0
        ? 'Nothing was left to take back.'
        : `${pluralize(opened, 'attempt')} open again.`
    return { message, opened }
  })

  bind(contract.writeStatement, ({ user, params, body }) =>
    writeStatement(deps, { studentId: user.id, attemptId: params.attemptId, ...body }),
  )

  bind(contract.dismissOutcome, ({ user, params, body }) =>
    dismissOutcome(deps, { studentId: user.id, attemptId: params.attemptId, ...body }),
  )
}

type DismissInput = OwnAttemptKey & z.output<typeof contract.dismissOutcome.body>

/** Sent again, nothing changes. */
function dismissOutcome(
  { db, now }: Deps,
  { incidentId, decidedAt, isDismissed, ...key }: DismissInput,
): Promise<{ message: string } | Refusal<'attempt-not-found' | 'incident-not-found'>> {
  return db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, key)
    if (!attempt) return refuse('attempt-not-found')
    const records = await loadIncidents(tx, [attempt.id])
    const record = records.find(({ incident }) => incident.ids.includes(incidentId))
    if (!record) return refuse('incident-not-found')

    const seen = { incidentIds: record.incident.ids, decidedAt: Date.parse(decidedAt) }
    const isSaved = await saveDismissal(tx, seen, isDismissed ? now() : null)
    if (!isSaved) return refuse('incident-not-found')
    return { message: isDismissed ? 'Dismissed.' : 'It is back.' }
  })
}

type StatementInput = OwnAttemptKey & z.output<typeof contract.writeStatement.body>

/** One for each incident: what was written first is kept. */
function writeStatement(
  { db, now }: Deps,
  { incidentId, text, ...key }: StatementInput,
): Promise<
  | { message: string }
  | Refusal<'attempt-not-found' | 'incident-not-found' | 'statement-too-late' | 'statement-written'>
> {
  return db.write(async (tx) => {
    const attempt = await findAttemptForUpdate(tx, db.engine, key)
    if (!attempt) return refuse('attempt-not-found')
    const records = await loadIncidents(tx, [attempt.id])
    const record = records.find(({ incident }) => incident.ids.includes(incidentId))

    const at = now()
    if (!record) return refuse('incident-not-found')
    const { incident, statement } = record
    if (statement && statement.text !== text) return refuse('statement-written')
    if (!statement && at >= getStatementDeadline(incident)) return refuse('statement-too-late')

    if (!statement)
      await addStatement(tx, { incidentId: incident.id, attemptId: attempt.id, text, at })
    return { message: 'Thank you. Your trainer reads it with the incident.' }
  })
}
