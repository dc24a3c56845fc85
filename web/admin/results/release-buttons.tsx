import { IconSend } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listExams } from '#contract/exams.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import type { KeyReveal } from '#contract/key-guard.ts'
import { getReleaseProgress, releaseResults, unreleaseResults } from '#contract/result-release.ts'
import { listAttemptsByExam, listExamAttempts, listStudentAttempts } from '#contract/results.ts'
import { endpointQuery, invalidateEndpoints } from '../../client/endpoint-query.ts'
import { request } from '../../client/request.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeReveal } from '../lists/describe-reveal.ts'

type ReleaseButtonProps = Release & {
  /** How many students are still taking the test. */
  readonly running: number
}

export function ReleaseButton({
  release,
  isSending,
  running,
  isReleased,
  getReveal,
}: ReleaseButtonProps) {
  const [reveal, setReveal] = useState<KeyReveal | null>(null)
  const [isAsking, setAsking] = useState(false)
  const handlePress = async () => {
    // A server that cannot be reached is said by the release itself.
    const found = await getReveal().catch(() => null)
    setReveal(found)
    if (running > 0 || found?.wouldReveal) setAsking(true)
    else release.mutate(isReleased)
  }
  return (
    <>
      <Button
        tone={isReleased ? 'default' : 'primary'}
        busy={isSending}
        icon={<IconSend aria-hidden="true" />}
        onClick={handlePress}
      >
        {isSending ? 'Sending...' : 'Release Result'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={
          running > 0
            ? `${pluralize(running, 'student')} ${running === 1 ? 'is' : 'are'} still taking this test. Release the result now?`
            : 'This test is still to be taken. Release the result now?'
        }
        tone="primary"
        action="Release Result"
        onConfirm={() => release.mutateAsync(true)}
        onClose={() => setAsking(false)}
      >
        {reveal?.wouldReveal && <p>{describeReveal(reveal, getServerTime())}</p>}
        Students who have finished see the correct answers at once
        {running > 0 && ', while others still work. The others get their result when they finish'}.
      </ConfirmDialog>
    </>
  )
}

/** For a mistaken release that can no longer be undone. */
export function UnreleaseButton({ unrelease, progress }: Release) {
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState('')
  const sent = progress?.sent ?? 0
  const isMailSetUp = progress?.isMailSetUp ?? true
  const handleConfirm = async () => {
    if (!why.trim()) throw new Error('Say why')
    const { message } = await unrelease.mutateAsync(why.trim())
    setWhy('')
    showToast(message)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Take the released result back?"
        action="Take back"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>
          Students no longer see scores and answers of this test until it is released again. Emails
          that have not been {isMailSetUp ? 'sent' : 'written'} yet are stopped.
          {sent > 0 && ` ${describeSent(sent, isMailSetUp)}`}
        </p>
        <TextAreaField
          label="Why"
          required
          hint="It is kept in the audit log."
          value={why}
          maxLength={500}
          onChange={({ target }) => setWhy(target.value)}
        />
      </ConfirmDialog>
    </>
  )
}

function describeSent(count: number, isMailSetUp: boolean) {
  const emails = formatCount(count)
  if (!isMailSetUp) return `${emails} ${count === 1 ? 'lies' : 'lie'} in the outbox folder already.`
  return `${emails} ${count === 1 ? 'has' : 'have'} left and cannot be called back.`
}

const refetchMs = 1000

/** The server sends by itself, so each visit asks how far it is. */
export function useRelease(examId: string, isReleased: boolean) {
  const client = useQueryClient()
  const params = { testId: examId }
  const { data: progress } = useQuery({
    ...endpointQuery(getReleaseProgress, { params }),
    enabled: useCan(getReleaseProgress),
    refetchInterval: ({ state }) =>
      state.data?.state === 'sending' || state.data?.secondsToUndo ? refetchMs : false,
  })
  const refetch = () =>
    invalidateEndpoints(
      client,
      getReleaseProgress,
      listExams,
      listExamAttempts,
      listAttemptsByExam,
      listStudentAttempts,
    )
  const release = useMutation({
    /** Without `confirm` it asks first; emails that are sent again show no more than before. */
    mutationFn: (confirm: boolean) => request(releaseResults, { params, body: { confirm } }),
    onSuccess: refetch,
    onError: refetch,
  })
  /** Finds who could still sit the test at this moment; null once its result is released. */
  const getReveal = async (): Promise<KeyReveal | null> =>
    isReleased ? null : client.fetchQuery(endpointQuery(getReleaseProgress, { params }))
  const unrelease = useMutation({
    mutationFn: (why: string) => request(unreleaseResults, { params, body: { why } }),
    onSuccess: () => {
      release.reset()
      return refetch()
    },
  })
  const isSending = release.isPending || progress?.state === 'sending'
  return { progress, release, unrelease, isSending, isReleased, getReveal }
}

export type Release = ReturnType<typeof useRelease>
