import { useEffect, useRef, useState } from 'react'
import { useIsTimeKnown } from '../client/use-is-time-known.ts'
import { useSecondsLeft } from '../client/use-seconds-left.ts'
import css from './countdown-timer.module.css'
import { Spoken } from './status.tsx'

type CountdownTimerProps = {
  /** By the server's clock: an ISO string, or milliseconds since 1970. */
  readonly endsAt: string | number
  /** The whole time, for the ring and for "half time". */
  readonly totalSeconds: number
  readonly redBelow?: number
  readonly onEnd?: () => void
}

export function CountdownTimer({
  endsAt,
  totalSeconds,
  redBelow = 300,
  onEnd,
}: CountdownTimerProps) {
  const isKnown = useIsTimeKnown()
  const secondsLeft = useKnownSecondsLeft(useSecondsLeft(endsAt), isKnown)
  const [isHidden, setHidden] = useState(false)
  const isLow = secondsLeft <= redBelow
  const isTimeShown = isLow || !isHidden
  useOnEnd(secondsLeft, onEnd)
  return (
    <div className={css.pill} data-low={isLow || undefined} data-hidden={!isTimeShown || undefined}>
      <Ring left={totalSeconds > 0 ? secondsLeft / totalSeconds : 0} />
      {isTimeShown && (
        <>
          <span className="visually-hidden">Time left</span>{' '}
          <span role="timer" aria-live="off">
            {isKnown ? formatClock(secondsLeft) : 'checking'}
          </span>
          {isKnown && <small aria-hidden="true">left</small>}
        </>
      )}
      {!isLow && (
        <button
          type="button"
          onClick={() => setHidden(!isHidden)}
          aria-label={isHidden ? 'Show the time' : 'Hide the time'}
        />
      )}
      <Spoken>{useTimeAnnouncement(secondsLeft, totalSeconds)}</Spoken>
    </div>
  )
}

/** The last seconds that were known; nothing ends or is spoken by a clock that is being checked. */
function useKnownSecondsLeft(secondsLeft: number, isKnown: boolean): number {
  const lastKnown = useRef(secondsLeft)
  if (isKnown) lastKnown.current = secondsLeft
  return lastKnown.current
}

function Ring({ left }: { left: number }) {
  const circle = { cx: 17, cy: 17, r: 15, fill: 'none', strokeWidth: 4, pathLength: 1 }
  return (
    <svg viewBox="0 0 34 34" className={css.ring} aria-hidden="true">
      <circle {...circle} className={css.track} />
      <circle
        {...circle}
        className={css.hand}
        strokeLinecap="round"
        strokeDasharray={`${Math.min(1, left)} 1`}
        transform="rotate(-90 17 17)"
      />
    </svg>
  )
}

/** Two digits each, hours only when there are any. */
export function formatClock(seconds: number): string {
  const padToTwo = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${padToTwo(Math.floor((seconds % 3600) / 60))}:${padToTwo(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

function useOnEnd(secondsLeft: number, onEnd: (() => void) | undefined) {
  const endRef = useRef(onEnd)
  endRef.current = onEnd
  const isOver = secondsLeft <= 0
  useEffect(() => {
    if (isOver) endRef.current?.()
  }, [isOver])
}

/** Spoken four times only: a timer that speaks each second makes an exam unusable. */
function useTimeAnnouncement(secondsLeft: number, totalSeconds: number): string {
  const last = useRef<TimeAnnouncements>({
    at: secondsLeft,
    message: '',
    saidAt: 0,
    spoken: new Set(),
  })
  last.current = advanceAnnouncements(last.current, secondsLeft, totalSeconds)
  return last.current.message
}

type TimeAnnouncements = {
  /** For how many seconds left the rest holds, and of what `message` was said. */
  readonly at: number
  readonly saidAt: number
  /** In the page, for those who read it: empty once it is no longer true. */
  readonly message: string
  readonly spoken: ReadonlySet<string>
}

/** Advances the announcements once the time left has changed to `now`. */
export function advanceAnnouncements(
  last: TimeAnnouncements,
  now: number,
  totalSeconds: number,
): TimeAnnouncements {
  const { at: before, saidAt, spoken } = last
  if (now === before) return last
  const message = getTimeAnnouncement({ before, now, totalSeconds }, spoken)
  if (message !== null)
    return { at: now, saidAt: now, message, spoken: new Set(spoken).add(message) }
  const isTrue = now <= before && saidAt - now < maxDelaySeconds
  return { ...last, at: now, message: isTrue ? last.message : '' }
}

/** A call that comes later than this says "less than": "5 minutes left" must be true. */
const maxDelaySeconds = 10

/**
 * Words to announce when the time left goes from `before` to `now`; null for nothing new. Each call
 * is announced once, also where minutes are added after it.
 */
export function getTimeAnnouncement(
  { before, now, totalSeconds }: { before: number; now: number; totalSeconds: number },
  spoken: ReadonlySet<string>,
): string | null {
  const announcements = [
    [60, '1 minute left.', 'Less than 1 minute left.'],
    [300, '5 minutes left.', 'Less than 5 minutes left.'],
    [600, '10 minutes left.', null],
    [Math.round(totalSeconds / 2), 'Half of the time is left.', null],
  ] as const
  const due = announcements.find(
    ([at, , late]) => before > at && now <= at && (late !== null || at - now < maxDelaySeconds),
  )
  if (!due || now === 0) return null
  const [at, onTime, late] = due
  if (spoken.has(onTime) || (late && spoken.has(late))) return null
  return at - now < maxDelaySeconds ? onTime : late
}
