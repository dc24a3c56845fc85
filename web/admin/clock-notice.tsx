import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { followMachineClock, getExamClock } from '#contract/exam-clock.ts'
import { pluralize } from '#contract/format.ts'
import { formatDifference } from '#core/exam-clock/clock-difference.ts'
import { endpointQuery, useEndpointMutation } from '../client/endpoint-query.ts'
import { useCan } from '../client/use-can.tsx'
import { Button } from '../ui/button.tsx'
import { formatDateTime } from '../ui/format-time.ts'
import { Notice } from '../ui/notice.tsx'
import css from './clock-notice.module.css'

const refetchMs = 10_000

type Clock = ReplyOf<typeof getExamClock>

/** Says that the exam's clock differs from the machine's, or was moved; an owner may let it follow. */
export function ClockNotice() {
  const enabled = useCan(getExamClock)
  const canFollow = useCan(followMachineClock)
  const query = { ...endpointQuery(getExamClock), enabled, refetchInterval: refetchMs }
  const { data } = useQuery(query)
  const follow = useEndpointMutation(followMachineClock, [getExamClock])
  if (!data) return null
  if (data.state === 'agrees') return data.lastShift && <MovedNotice shift={data.lastShift} />
  const isBehind = data.state === 'behind'
  return (
    <Notice tone="danger">
      <p className={css.words}>{isBehind ? describeBehind(data) : describeDifference(data)}</p>
      {canFollow ? (
        <Button busy={follow.isPending} onClick={() => follow.mutate({})}>
          {isBehind ? 'The machine’s clock is right' : 'Follow the machine’s clock'}
        </Button>
      ) : (
        'An owner can let the exam’s clock follow the machine’s.'
      )}
      {follow.isError && <p className={css.words}>{follow.error.message}</p>}
    </Notice>
  )
}

function describeDifference({ differenceMs }: Clock): string {
  const difference = formatDifference(differenceMs)
  return `The machine’s clock and the exam’s differ by ${difference}. Tests go on by the exam’s clock; when it follows, everybody keeps the time they have left, and open windows move along.`
}

function describeBehind({ differenceMs }: Clock): string {
  const difference = formatDifference(differenceMs)
  return `The machine’s clock is ${difference} behind the last time the server ran. Until it has caught up, or an owner says that it is right, no test can be started and none is closed.`
}

function MovedNotice({ shift }: { readonly shift: NonNullable<Clock['lastShift']> }) {
  const { at, byMs, attempts } = shift
  const direction = byMs < 0 ? 'back' : 'forward'
  return (
    <Notice>
      The exam’s clock followed the machine’s: {formatDifference(byMs)} {direction}, on{' '}
      {formatDateTime(at)}.{' '}
      {attempts > 0 &&
        `The deadlines of ${pluralize(attempts, 'attempt')} moved along, so nobody lost time.`}
    </Notice>
  )
}
