import {
  IconAppWindow,
  IconArrowBackUp,
  IconClockPlus,
  IconCode,
  IconEyeOff,
  IconFlag,
  IconKeyboardOff,
  IconLockOpen,
  IconPlayerPlay,
  IconPointer,
  IconRefresh,
  IconWifi,
  IconWifiOff,
} from '@tabler/icons-react'
import { formatDuration } from '#contract/format.ts'
import type { Attempt } from '#contract/results.ts'
import { formatDate, formatDateTime, formatTimeWithSeconds } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './attempt-timeline.module.css'
import type { Entry } from './story.ts'
import { useStory } from './use-story.ts'

const looks = {
  started: [IconPlayerPlay, 'plain'],
  ended: [IconFlag, 'plain'],
  reopened: [IconLockOpen, 'changed'],
  extended: [IconClockPlus, 'changed'],
  devtools: [IconCode, 'left'],
  hidden: [IconEyeOff, 'left'],
  blur: [IconAppWindow, 'left'],
  refresh: [IconRefresh, 'left'],
  back: [IconArrowBackUp, 'left'],
  'blocked-key': [IconKeyboardOff, 'noted'],
  'context-menu': [IconPointer, 'noted'],
  offline: [IconWifiOff, 'noted'],
  online: [IconWifi, 'noted'],
} as const satisfies Record<Entry['look'], readonly [typeof IconFlag, string]>

export function AttemptTimeline({ attempt }: { attempt: Attempt }) {
  const { story, isError, refetch } = useStory(attempt)
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        What happened could not be loaded.
      </Notice>
    )
  }
  if (!story) return <Skeleton height="120px" />
  return (
    <ol className={css.timeline}>
      {story.map((entry, index) => (
        <Moment key={entry.key} entry={entry} before={story[index - 1]} />
      ))}
    </ol>
  )
}

function Moment({ entry, before }: { entry: Entry; before: Entry | undefined }) {
  const { at, look, name, says, durationMs } = entry
  const [Icon, tone] = looks[look]
  return (
    <li data-tone={tone}>
      <span className={css.icon}>
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </span>
      <div>
        <b>{name}</b>
        {durationMs !== null && <span className={css.long}>{lasted(durationMs)}</span>}
        {says && <p>{says}</p>}
        <time dateTime={new Date(at).toISOString()}>{timeOf(at, before?.at)}</time>
      </div>
    </li>
  )
}

function lasted(ms: number) {
  return ms < 1000 ? 'for less than 1 s' : `for ${formatDuration(ms)}`
}

/** With its day where that is another one than before. */
function timeOf(at: number, before: number | undefined) {
  const iso = (ms: number) => new Date(ms).toISOString()
  const isSameDay = before !== undefined && formatDate(iso(before)) === formatDate(iso(at))
  return isSameDay ? formatTimeWithSeconds(at) : formatDateTime(iso(at))
}
