import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnAttempts, type OwnAttempt } from '#contract/results.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useRecoverAnswers } from '../quiz/offline/recover-answers.ts'
import { type Ending, isForced } from './describe-ending.ts'
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
            <Badge tone="warn">{ending.finishReason}</Badge>
          )}
        </header>
        {ending && !attempt.isVoid && <EndingCard ending={ending} />}
        <IncidentNote attemptId={attempt._id} />
        <AskOffice />
      </Card>
    )
  })
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
