import {
  IconCheck,
  IconDoorEnter,
  IconHourglass,
  IconNote,
  IconPlayerPlay,
  IconUserX,
} from '@tabler/icons-react'
import { excuseReasonNames, registerStateNames } from '#contract/register-words.ts'
import type { RegisteredStudent } from '#contract/registers.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { formatTimeNear } from '../../ui/format-moment.ts'
import { formatTime } from '../../ui/format-time.ts'
import { RowState } from '../lists/row-state.tsx'

export const stateIcons: Readonly<Record<RegisterState, typeof IconCheck>> = {
  lobby: IconDoorEnter,
  taking: IconPlayerPlay,
  finished: IconCheck,
  'not-here': IconHourglass,
  absent: IconUserX,
  excused: IconNote,
}

const stateTones: Readonly<Partial<Record<RegisterState, 'ok' | 'warn' | 'primary'>>> = {
  lobby: 'primary',
  taking: 'ok',
  absent: 'warn',
}

type StateCellProps = { readonly student: RegisteredStudent; readonly now: number }

export function RegisterStateCell({ student, now }: StateCellProps) {
  const { state } = student
  const Icon = stateIcons[state]
  return (
    <RowState
      shape={<Icon size={18} stroke={1.75} aria-hidden="true" />}
      word={registerStateNames[state]}
      tone={stateTones[state]}
    >
      <small>{describeDetail(student, now)}</small>
    </RowState>
  )
}

function describeDetail(student: RegisteredStudent, now: number): string {
  const { state, since, excuse } = student
  const at = since === null ? null : Date.parse(since)
  if (state === 'excused' && excuse) {
    const { reason, by, at: excusedAt } = excuse
    const time = formatTimeNear(Date.parse(excusedAt), now)
    return [excuseReasonNames[reason], by, time].filter(Boolean).join(', ')
  }
  if (state === 'finished' && at !== null) return `at ${formatTimeNear(at, now)}`
  if (state === 'lobby' || state === 'taking') {
    const until = state === 'lobby' ? describeUntil(student) : ''
    return `since ${at === null ? '' : formatTimeNear(at, now)}${until}`
  }
  return `${describeLastSign(student, now)}${state === 'not-here' ? describeUntil(student) : ''}`
}

/** Only where another window lets them start later than the others. */
function describeUntil({ latestEntryAt }: RegisteredStudent): string {
  return latestEntryAt === undefined ? '' : `, until ${formatTime(Date.parse(latestEntryAt))}`
}

function describeLastSign({ lobbyAt, lastSeenAt }: RegisteredStudent, now: number): string {
  if (lobbyAt !== undefined) return `left the lobby ${formatTimeNear(Date.parse(lobbyAt), now)}`
  return lastSeenAt === null
    ? 'not seen'
    : `last seen ${formatTimeNear(Date.parse(lastSeenAt), now)}`
}
