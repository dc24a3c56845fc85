import { useEffect, useRef, useState } from 'react'
import { useIsTimeKnown } from '../client/use-is-time-known.ts'
import { useSecondsLeft } from '../client/use-seconds-left.ts'
import css from './countdown.module.css'

type CountdownProps = {
  /** By the server's clock: an ISO string, or milliseconds since 1970. */
  readonly endsAt: string | number
  /** The whole time, for the ring and for "half time". */
  readonly totalSeconds: number
  readonly redBelow?: number
  readonly onEnd?: () => void
}

export function Countdown({ endsAt, totalSeconds, redBelow = 300, onEnd }: CountdownProps) {
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
          <span role="timer" aria-live="off" aria-label="Time left">
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
      <span className="visually-hidden" aria-live="polite">
        {useTimeAnnouncement(secondsLeft, totalSeconds)}
      </span>
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
  const lastAnnouncement = useRef({ at: secondsLeft, message: '', spoken: new Set<string>() })
  const { at, message, spoken } = lastAnnouncement.current
  if (secondsLeft !== at) {
    const announcement = getTimeAnnouncement({ before: at, now: secondsLeft, totalSeconds }, spoken)
    // Where minutes were added, what was said last is no longer true.
    const keptMessage = secondsLeft > at ? '' : message
    lastAnnouncement.current = {
      at: secondsLeft,
      message: announcement ?? keptMessage,
      spoken: announcement ? new Set(spoken).add(announcement) : spoken,
    }
  }
  return lastAnnouncement.current.message
}

/** A call comes late by less than this, or not at all: "5 minutes left" must be true. */
const maxDelaySeconds = 10

/**
 * What is spoken when the time left goes from `before` to `now`; null for nothing new. Each call is
 * heard once, also where minutes are added after it.
 */
export function getTimeAnnouncement(
  { before, now, totalSeconds }: { before: number; now: number; totalSeconds: number },
  spoken: ReadonlySet<string>,
): string | null {
  const announcements = [
    [60, '1 minute left.'],
    [300, '5 minutes left.'],
    [600, '10 minutes left.'],
    [Math.round(totalSeconds / 2), 'Half of the time is left.'],
  ] as const
  const due = announcements.find(([at]) => before > at && now <= at && at - now < maxDelaySeconds)
  return due && !spoken.has(due[1]) ? due[1] : null
}
