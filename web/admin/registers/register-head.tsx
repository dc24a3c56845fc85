import { IconActivity, IconEyeOff } from '@tabler/icons-react'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { registerStateNames } from '#contract/register-words.ts'
import type { Register } from '#contract/registers.ts'
import { describeOverSeats, nameRooms } from '#contract/seat-words.ts'
import { toShownPhase } from '#core/exam-windows/window.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { Badge } from '../../ui/badge.tsx'
import { describeTimeZone, formatPeriod, formatTimeNear } from '../../ui/format-moment.ts'
import { formatTime, formatTimeWithSeconds } from '../../ui/format-time.ts'
import { describeWindowState } from '../exam-windows/describe-window.ts'
import css from './register-screen.module.css'
import type { RegisterFilter } from './register-view.ts'

type LeadProps = { readonly register: Register; readonly isStale: boolean }

/** Says which window the register is of, and how new it is. */
export function RegisterLead({ register, isStale }: LeadProps) {
  const { window, serverTime, students } = register
  const at = Date.parse(serverTime)
  const opensAt = Date.parse(window.opensAt)
  const { latestEntryAt, rooms = [] } = window
  const over = describeOverSeats(students.length, rooms)
  return (
    <span className={css.lead}>
      <StateBadge window={window} now={at} />
      {isStale && (
        <Badge tone="warn" icon={<IconActivity aria-hidden="true" />}>
          Reconnecting
        </Badge>
      )}
      <span>
        Register of <span dir="auto">{nameWhom(window)}</span>,{' '}
        {formatPeriod(opensAt, Date.parse(window.closesAt))}
        {latestEntryAt !== null &&
          `, latest entry ${formatTimeNear(toClosingMinute(Date.parse(latestEntryAt)), opensAt)}`}
        . {window.rooms && `${nameRooms(window.rooms)}. `}As of {formatTimeWithSeconds(at)}.{' '}
        {describeTimeZone(at)}
        {over && ` ${over}.`}
        {window.isRemoved && ' The window was deleted; its register stays.'}
      </span>
    </span>
  )
}

type StateBadgeProps = { readonly window: Register['window']; readonly now: number }

function StateBadge({ window, now }: StateBadgeProps) {
  const sign = toShownPhase(window.phase, window.released)
  if (sign === 'not-released') {
    return (
      <Badge tone="warn" icon={<IconEyeOff aria-hidden="true" />}>
        Not released
      </Badge>
    )
  }
  const tone = sign === 'open' ? 'ok' : sign === 'coming' ? 'primary' : 'neutral'
  return <Badge tone={tone}>{describeWindowState(window, now).text}</Badge>
}

function nameWhom({ audience }: Register['window']): string {
  if (audience.kind === 'everyone') return 'a window for everyone'
  if (audience.kind === 'students') return 'a window for named students'
  return audience.batchName ?? 'a batch that was erased'
}

export const crumbs = [{ to: pagePaths.today, name: 'Today' }]

/** Beside the heads of the groups: since when somebody is absent, and until when one may still come. */
export function listGroupNotes(register: Register): Partial<Record<RegisterState, string>> {
  const { window, students } = register
  const { latestEntryAt, closesAt } = window
  const last = toClosingMinute(Date.parse(latestEntryAt ?? closesAt))
  const own = students.flatMap((student) =>
    student.state === 'lobby' && student.latestEntryAt ? [Date.parse(student.latestEntryAt)] : [],
  )
  const until = `Until ${formatTime(toClosingMinute(Math.max(last, ...own)))}`
  return { absent: `Since ${formatTime(last)}`, 'not-here': until, lobby: until }
}

type EmptyView = { readonly filter: RegisterFilter; readonly search: string }

export function describeEmpty(register: Register, { filter, search }: EmptyView): string {
  if (search.trim() !== '') return 'No student found'
  if (filter === 'absent') return 'Nobody is absent.'
  if (filter !== 'all') return `Nobody is in this state: ${registerStateNames[filter]}.`
  const { kind } = register.window.audience
  if (kind === 'everyone') return 'Nobody has come yet.'
  return kind === 'batch' ? 'Nobody is in this batch.' : 'Nobody is named.'
}
