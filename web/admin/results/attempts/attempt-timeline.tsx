import {
  IconAppWindow,
  IconArrowBackUp,
  IconCheck,
  IconClockPlus,
  IconCode,
  IconDeviceMobile,
  IconDevices,
  IconEyeOff,
  IconFlag,
  IconKeyboardOff,
  IconLockOpen,
  IconMapPin,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnectedX,
  IconPointer,
  IconRefresh,
  IconRotateClockwise,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDuration } from '#contract/format.ts'
import { isSameInstituteDay } from '#contract/institute-clock.ts'
import { listAttemptEvents, listAttemptPlaces, listTimeAdjustments } from '#contract/proctoring.ts'
import type { Attempt } from '#contract/results.ts'
import { endpointQuery } from '../../../client/endpoint-query.ts'
import { formatInstant, formatTimeWithSeconds } from '../../../ui/format-time.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isRunning } from './attempt-cells.tsx'
import css from './attempt-timeline.module.css'
import { type AttemptTimelineEntry, buildTimeline } from './build-timeline.ts'

const entryStyles = {
  started: [IconPlayerPlay, 'plain'],
  ended: [IconFlag, 'plain'],
  reopened: [IconLockOpen, 'changed'],
  extended: [IconClockPlus, 'changed'],
  devtools: [IconCode, 'left'],
  hidden: [IconEyeOff, 'left'],
  blur: [IconAppWindow, 'left'],
  'short-blur': [IconAppWindow, 'noted'],
  refresh: [IconRefresh, 'left'],
  back: [IconArrowBackUp, 'left'],
  'blocked-key': [IconKeyboardOff, 'noted'],
  'context-menu': [IconPointer, 'noted'],
  offline: [IconWifiOff, 'noted'],
  online: [IconWifi, 'noted'],
  'window-gap': [IconCode, 'noted'],
  'no-reload-prompt': [IconDeviceMobile, 'noted'],
  'warning-read': [IconCheck, 'noted'],
  pause: [IconPlayerPause, 'changed'],
  resume: [IconRotateClockwise, 'noted'],
  silence: [IconPlugConnectedX, 'noted'],
  'other-device': [IconDevices, 'left'],
  place: [IconMapPin, 'noted'],
} as const satisfies Record<AttemptTimelineEntry['kind'], readonly [typeof IconFlag, string]>

export function AttemptTimeline({ attempt }: { attempt: Attempt }) {
  const { timeline, isError, refetch } = useAttemptTimeline(attempt)
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        The events could not be loaded.
      </Notice>
    )
  }
  if (!timeline) return <Skeleton height="120px" />
  return (
    <ol className={css.timeline}>
      {timeline.map((entry, index) => (
        <TimelineItem key={entry.key} entry={entry} previous={timeline[index - 1]} />
      ))}
    </ol>
  )
}

function TimelineItem({
  entry,
  previous,
}: {
  entry: AttemptTimelineEntry
  previous: AttemptTimelineEntry | undefined
}) {
  const { at, kind, name, detail, durationMs } = entry
  const [Icon, tone] = entryStyles[kind]
  return (
    <li data-tone={tone}>
      <span className={css.icon}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <b>{name}</b>
        {durationMs !== null && <span className={css.long}>{formatLasted(durationMs)}</span>}
        {detail && <p>{detail}</p>}
        <time dateTime={new Date(at).toISOString()}>{formatEntryTime(at, previous?.at)}</time>
      </div>
    </li>
  )
}

function formatLasted(ms: number) {
  return ms < 1000 ? 'for less than 1 s' : `for ${formatDuration(ms)}`
}

/** Includes the date where it differs from the entry before. */
function formatEntryTime(at: number, previous: number | undefined) {
  const isSameDay = previous !== undefined && isSameInstituteDay(previous, at)
  return isSameDay ? formatTimeWithSeconds(at) : formatInstant(at)
}

const refetchMs = 10_000

function useAttemptTimeline(attempt: Attempt) {
  const params = { attemptId: attempt._id }
  const refetchInterval = isRunning(attempt) && refetchMs
  const events = useQuery({ ...endpointQuery(listAttemptEvents, { params }), refetchInterval })
  const changes = useQuery({ ...endpointQuery(listTimeAdjustments, { params }), refetchInterval })
  const places = useQuery({ ...endpointQuery(listAttemptPlaces, { params }), refetchInterval })
  return {
    timeline:
      events.data &&
      changes.data &&
      places.data &&
      buildTimeline(attempt, events.data, changes.data, places.data),
    isError: [events, changes, places].some(({ isLoadingError }) => isLoadingError),
    refetch: () => Promise.all([events, changes, places].map(({ refetch }) => refetch())),
  }
}
