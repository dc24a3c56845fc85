import { getWindowPhase, type WindowTimes } from './window.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** "1 day 23 h" from a day on, "5 h 12 min" from an hour on, else "11:43". */
export function formatCountdown(seconds: number): string {
  const days = Math.floor(seconds / day)
  const hours = Math.floor((seconds % day) / hour)
  const minutes = Math.floor((seconds % hour) / minute)
  if (days > 0) return `${days}\u00a0${days === 1 ? 'day' : 'days'} ${hours}\u00a0h`
  if (hours > 0) return `${hours}\u00a0h ${minutes}\u00a0min`
  return `${padToTwo(minutes)}:${padToTwo(seconds % minute)}`
}

function padToTwo(number: number): string {
  return String(number).padStart(2, '0')
}

/** The time that the ring of the lobby stands for. */
const ringSeconds = 15 * minute

/** Full until a quarter of an hour before the opening, empty at the opening. */
export function getRingShare(secondsToOpening: number): number {
  return Math.min(1, Math.max(0, secondsToOpening / ringSeconds))
}

/** Said this much late or not at all: "opens in 10 minutes" must be true. */
const maxDelaySeconds = 10

const announcements = [
  [10 * minute, 'opens in 10 minutes.'],
  [minute, 'opens in 1 minute.'],
] as const

/** Words to speak when the seconds to the opening go from `before` to `now`; null for silence. */
export function getOpeningAnnouncement(before: number, now: number): string | null {
  const due = announcements.find(
    ([at]) => before > at && now <= at && now > 0 && at - now < maxDelaySeconds,
  )
  return due?.[1] ?? null
}

export type LobbyPhase = 'checking' | 'waiting' | 'live' | 'entry-over' | 'closed'

type Lobby = {
  readonly window: WindowTimes
  /** How long after the opening this student's Start becomes live. */
  readonly startOffsetMs: number
  /** False from a jump of the device's clock until the server has sent the time. */
  readonly isTimeKnown: boolean
  /** A Start that is live stays live while the clock is being checked. */
  readonly wasLive: boolean
}

/** The part of the lobby to show at `now`, in milliseconds since 1970 by the server's clock. */
export function getLobbyPhase(lobby: Lobby, now: number): LobbyPhase {
  if (!lobby.isTimeKnown) return lobby.wasLive ? 'live' : 'checking'
  const phase = getWindowPhase(lobby.window, now)
  if (phase === 'coming') return 'waiting'
  if (phase !== 'open') return phase
  return now < lobby.window.opensAt + lobby.startOffsetMs ? 'waiting' : 'live'
}
