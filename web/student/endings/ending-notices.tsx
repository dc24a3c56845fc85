import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnAttempts } from '#contract/results.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useRecoverAnswers } from '../quiz/offline/recover-answers.ts'
import { isForced } from './describe-ending.ts'
import css from './ending-card.module.css'
import { AskOffice, EndingCard, toEnding } from './ending-card.tsx'

/** How the last attempt at each test ended, until its result is released. */
export function EndingNotices() {
  const { data: attempts = [] } = useEndpointQuery(listOwnAttempts)
  useReloadAfterRecovery()
  const newest = attempts.filter(
    (attempt) => attempts.find(({ testId }) => testId === attempt.testId) === attempt,
  )
  return newest.map((attempt) => {
    const ending = toEnding(attempt)
    if (!ending) return null
    return (
      <Card key={attempt._id} className={css.notice} aria-label={`How ${attempt.testTitle} ended`}>
        <header>
          <h2>
            {ending.finishReason === 'Time expired'
              ? `Time was up: ${attempt.testTitle} was submitted`
              : `${attempt.testTitle} was submitted`}
          </h2>
          {isForced(ending.finishReason) && <Badge tone="warn">{ending.finishReason}</Badge>}
        </header>
        <EndingCard ending={ending} />
        <AskOffice />
      </Card>
    )
  })
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
