import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { incidentKindNames } from '#contract/incident-labels.ts'
import type { OwnIncident } from '#contract/incidents.ts'
import { listOwnAttempts, type OwnAttempt } from '#contract/results.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { useRecoverAnswers } from '../quiz/offline/recover-answers.ts'
import { type Ending, isForced, openedBeside, toReasonLabel } from './describe-ending.ts'
import css from './ending-card.module.css'
import { AskOffice, EndingCard, toEnding } from './ending-card.tsx'
import { IncidentNote } from './incident-note.tsx'

/** How the last attempt at each test ended, until its result is released, and what was decided. */
export function EndingNotices() {
  const { data: attempts = [] } = useEndpointQuery(listOwnAttempts)
  useReloadAfterRecovery()
  const newest = attempts.filter(
    (attempt) => attempts.find(({ testId }) => testId === attempt.testId) === attempt,
  )
  return newest.map((attempt) => {
    const ending = toEnding(attempt)
    if (!ending && !attempt.incident) return null
    return (
      <Card
        key={attempt._id}
        className={css.notice}
        aria-label={`${ending ? 'How' : 'What happened in'} ${attempt.testTitle}${ending ? ' ended' : ''}`}
      >
        <header>
          <h2>{describeTitle(attempt, ending)}</h2>
          {attempt.isVoid && <Badge tone="bad">Void, not counted</Badge>}
          {ending && !attempt.isVoid && isForced(ending.finishReason) && (
            <Badge tone="warn">{toReasonLabel(ending.finishReason)}</Badge>
          )}
        </header>
        {ending && !attempt.isVoid && <EndingCard ending={ending} />}
        {!ending && attempt.incident && <p>{describeOwnIncident(attempt.incident)}</p>}
        <IncidentNote attemptId={attempt._id} />
        <AskOffice />
      </Card>
    )
  })
}

/** "Offline, 23 Nov 2026, 10:42 am": what a sentence would be about. */
function describeOwnIncident({ kind, at }: OwnIncident): string {
  const name = kind === 'devtools' ? openedBeside : incidentKindNames[kind]
  return `${name}, ${formatDateTime(at)}.`
}

function describeTitle({ testTitle }: OwnAttempt, ending: Ending | null): string {
  if (!ending) return `What happened in ${testTitle}`
  return ending.finishReason === 'Time expired'
    ? `Time was up: ${testTitle} was submitted`
    : `${testTitle} was submitted`
}

/** What has just arrived from this device belongs into the notice. */
export function useReloadAfterRecovery() {
  const client = useQueryClient()
  const done = useRecoverAnswers()
    .filter(({ state }) => state === 'saved' || state === 'late')
    .map(({ attemptId, state }) => `${attemptId} ${state}`)
    .join()
  useEffect(() => {
    if (done) invalidateEndpoints(client, listOwnAttempts)
  }, [client, done])
}
