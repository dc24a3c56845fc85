import { IconPlayerPlay } from '@tabler/icons-react'
import { useRef } from 'react'
import { formatCount } from '#contract/format.ts'
import { applyAction } from '#contract/live.ts'
import { isApplicable } from '#core/live/applicable.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { createIdempotencyKey } from '../../client/idempotency-key.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { ActionReply } from '../attempt-actions/action-labels.ts'
import type { LiveStudent } from './live-feed.ts'

type ResumePausedProps = {
  readonly testId: string
  readonly rows: ReadonlyMap<string, LiveStudent>
  readonly onDone: (reply: ActionReply) => void
}

/** One press resumes everybody who is paused: it takes nothing from anybody, and can be undone. */
export function ResumePaused({ testId, rows, onDone }: ResumePausedProps) {
  const act = useEndpointMutation(applyAction)
  // The same call again, also after a lost reply, is carried out once.
  const sent = useRef({ ids: '', id: '' })
  const attemptIds = [...rows.values()]
    .filter((row) => isApplicable('resume', row))
    .flatMap(({ attemptId }) => attemptId ?? [])
  const { length: count } = attemptIds
  if (count === 0) return null

  const handleResume = () => {
    const ids = attemptIds.join()
    if (sent.current.ids !== ids) sent.current = { ids, id: createIdempotencyKey() }
    const body = { _id: sent.current.id, kind: 'resume', attemptIds } as const
    act.mutate(
      { params: { testId }, body },
      {
        onSuccess: (reply) => {
          sent.current = { ids: '', id: '' }
          onDone(reply)
        },
        onError: ({ message }) => showToast(`Nobody was resumed. ${message}`, 'bad'),
      },
    )
  }
  return (
    <Button
      tone="primary"
      icon={<IconPlayerPlay aria-hidden="true" />}
      busy={act.isPending}
      onClick={handleResume}
    >
      Resume the {count === 1 ? 'one' : formatCount(count)} paused
    </Button>
  )
}
