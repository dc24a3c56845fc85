import { useEffect, useRef, useState } from 'react'
import css from './countdown.module.css'
import { useSecondsLeft } from './seconds-left.ts'
import { timeCall } from './time-call.ts'

type CountdownProps = {
  /** By the server's clock: an ISO string, or milliseconds since 1970. */
  readonly endsAt: string | number
  /** The whole time, for the ring and for "half time". */
  readonly totalSeconds: number
  readonly redBelow?: number
  readonly onEnd?: () => void
}

export function Countdown({ endsAt, totalSeconds, redBelow = 300, onEnd }: CountdownProps) {
  const secondsLeft = useSecondsLeft(endsAt)
  const [isHidden, setHidden] = useState(false)
  const isLow = secondsLeft <= redBelow
  const showsDigits = isLow || !isHidden
  useOnEnd(secondsLeft, onEnd)
  return (
    <div className={css.pill} data-low={isLow || undefined}>
      <Ring left={totalSeconds > 0 ? secondsLeft / totalSeconds : 0} />
      {showsDigits && (
        <>
          <span role="timer" aria-live="off" aria-label="Time left">
            {digits(secondsLeft)}
          </span>
          <small aria-hidden="true">left</small>
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
        {useTimeCalls(secondsLeft, totalSeconds)}
      </span>
    </div>
  )
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
export function digits(seconds: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : rest
}

function useOnEnd(secondsLeft: number, onEnd: (() => void) | undefined) {
  const end = useRef(onEnd)
  end.current = onEnd
  const isOver = secondsLeft <= 0
  useEffect(() => {
    if (isOver) end.current?.()
  }, [isOver])
}

/** Spoken four times only: a timer that speaks each second makes an exam unusable. */
function useTimeCalls(secondsLeft: number, totalSeconds: number): string {
  const told = useRef({ at: secondsLeft, says: '', heard: new Set<string>() })
  const { at, says, heard } = told.current
  if (secondsLeft !== at) {
    const call = timeCall({ before: at, now: secondsLeft, totalSeconds }, heard)
    // Where minutes were added, what was said last is no longer true.
    const kept = secondsLeft > at ? '' : says
    told.current = {
      at: secondsLeft,
      says: call ?? kept,
      heard: call ? new Set(heard).add(call) : heard,
    }
  }
  return told.current.says
}
