import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnAttempts } from '#contract/results.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { useRecoverAnswers } from '../quiz/offline/recover-answers.ts'

/** Answers that have just arrived from this device belong in the lines about ended attempts. */
export function useReloadAfterRecovery() {
  const client = useQueryClient()
  const done = useRecoverAnswers()
    .filter(({ state }) => state === 'saved' || state === 'after-end')
    .map(({ attemptId, state }) => `${attemptId} ${state}`)
    .join()
  useEffect(() => {
    if (done) invalidateEndpoints(client, listOwnAttempts)
  }, [client, done])
}
