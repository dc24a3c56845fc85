import {
  IconCalendarEvent,
  IconCheck,
  IconClock,
  IconEyeOff,
  IconHourglassLow,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { ExamWindow } from '#contract/exam-windows.ts'
import { formatCount } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { nameRooms } from '#contract/seat-words.ts'
import type { ShownPhase } from '#core/exam-windows/window.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatPeriod, formatTimeNear } from '../../ui/format-moment.ts'
import { describeWindowState } from './describe-window.ts'
import css from './window-row.module.css'

type Look = {
  readonly tone: NonNullable<ComponentProps<typeof Badge>['tone']>
  readonly Icon: typeof IconClock
}

const looks: Readonly<Record<ShownPhase, Look>> = {
  coming: { tone: 'primary', Icon: IconClock },
  open: { tone: 'ok', Icon: IconPlayerPlay },
  'entry-over': { tone: 'warn', Icon: IconHourglassLow },
  closed: { tone: 'neutral', Icon: IconCheck },
  'not-released': { tone: 'warn', Icon: IconEyeOff },
}

type WindowRowProps = {
  readonly window: ExamWindow
  /** The audience or, on the page of a batch, the test that the window opens. */
  readonly name: ReactNode
  readonly actions?: ReactNode
}

/** One window of a list: when it is, how far it is, and its state. */
export function WindowRow({ window, name, actions }: WindowRowProps) {
  const times = toTimes(window)
  const { sign, text } = describeWindowState(window, readServerTime())
  const { tone, Icon } = looks[sign]
  const latest = times.latestEntryAt
  return (
    <li className={css.row}>
      <span className={css.icon} data-over={sign === 'closed' || undefined}>
        <IconCalendarEvent size={20} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={css.what}>
        <b dir="auto">{name}</b>
        <small>
          {formatPeriod(times.opensAt, times.closesAt)}
          {latest !== null &&
            `, latest entry ${formatTimeNear(toClosingMinute(latest), times.opensAt)}`}
          {window.endsAtClosing && ', ends at closing'}
          {window.rooms && <span dir="auto">, {nameRooms(window.rooms)}</span>}
        </small>
      </div>
      <Link
        className={css.count}
        to={generatePath(pagePaths.register, { id: window._id })}
        aria-label={`${describeProgress(window)}, register`}
      >
        {describeProgress(window)}
      </Link>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {text}
      </Badge>
      {actions}
    </li>
  )
}

export function toTimes({ opensAt, closesAt, latestEntryAt, endsAtClosing }: ExamWindow) {
  return {
    opensAt: Date.parse(opensAt),
    closesAt: Date.parse(closesAt),
    latestEntryAt: latestEntryAt === null ? null : Date.parse(latestEntryAt),
    endsAtClosing,
  }
}

/** "60 expected", "56 of 60 started", "56 of 60 took it" */
function describeProgress({ phase, expected, started }: ExamWindow): string {
  if (phase === 'coming')
    return expected === null ? 'Register' : `${formatCount(expected)} expected`
  const verb = phase === 'closed' ? 'took it' : 'started'
  const total = expected === null ? '' : ` of ${formatCount(expected)}`
  return `${formatCount(started)}${total} ${verb}`
}
