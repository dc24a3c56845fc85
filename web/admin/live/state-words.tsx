import {
  IconCheck,
  IconCircleDashed,
  IconEyeOff,
  IconPlayerPause,
  IconUsers,
  IconWifiOff,
  IconZzz,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatDuration } from '#contract/format.ts'
import type { PresenceState } from '#core/live/presence.ts'
import { formatTime } from '../../ui/format-time.ts'
import { stateWords } from '../attempt-actions/action-labels.ts'
import { RowState } from '../lists/row-state.tsx'
import css from './live-cells.module.css'
import type { LiveStudent } from './live-feed.ts'
import { Ticking } from './ticking.tsx'

const icon = { size: 16, stroke: 2, 'aria-hidden': true } as const

/** Each state has a shape and a word; colour comes third. */
export const states: Readonly<
  Record<PresenceState | 'all', { readonly word: string; readonly shape: ReactNode }>
> = {
  all: { word: 'All', shape: <IconUsers {...icon} /> },
  offline: { word: stateWords.offline, shape: <IconWifiOff {...icon} /> },
  away: { word: stateWords.away, shape: <IconEyeOff {...icon} /> },
  quiet: { word: stateWords.quiet, shape: <IconZzz {...icon} /> },
  paused: { word: stateWords.paused, shape: <IconPlayerPause {...icon} /> },
  here: { word: stateWords.here, shape: <i className={css.disc} aria-hidden="true" /> },
  'not-started': { word: stateWords['not-started'], shape: <IconCircleDashed {...icon} /> },
  finished: { word: stateWords.finished, shape: <IconCheck {...icon} /> },
}

/** In the order of their tiles. */
export const stateOrder = [
  'offline',
  'away',
  'quiet',
  'paused',
  'here',
  'not-started',
  'finished',
] as const satisfies readonly PresenceState[]

const tones: Readonly<Partial<Record<PresenceState, 'ok' | 'warn' | 'bad' | 'primary'>>> = {
  offline: 'warn',
  away: 'bad',
  paused: 'primary',
  here: 'ok',
}

export function StateCell({ row }: { row: LiveStudent }) {
  const { word, shape } = states[row.state]
  return (
    <RowState shape={shape} word={word} tone={tones[row.state]}>
      <StateDetail row={row} />
    </RowState>
  )
}

function StateDetail({ row: { state, since, pausedFor, finishReason } }: { row: LiveStudent }) {
  const sinceMs = since === null ? null : Date.parse(since)
  if (state === 'paused')
    return <small>{[pausedFor, sinceMs && formatTime(sinceMs)].filter(Boolean).join(', ')}</small>
  if (state === 'finished') return <small>{describeEnd(finishReason)}</small>
  if (sinceMs === null) return null
  const format = (now: number) => `for ${formatDuration(now - sinceMs)}`
  return (
    <small>
      <Ticking format={format} of={`${sinceMs}`} />
    </small>
  )
}

function describeEnd(finishReason: string | undefined): string {
  if (finishReason === 'Completed') return 'by the student'
  if (finishReason === 'Time expired') return 'the time was over'
  return finishReason ?? ''
}
