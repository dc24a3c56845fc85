import { useMemo } from 'react'
import type { Attempt } from '#contract/results.ts'
import { getServerTime } from '../../../client/server-clock.ts'
import { useSecondsLeft } from '../../../client/use-seconds-left.ts'
import { formatClock } from '../../../ui/countdown.tsx'
import css from './time-left.module.css'

const lowSeconds = 300

/** Counts from what the server said was left, since the admin's clock may be wrong. */
export function TimeLeft({ attempt, hasSuffix }: { attempt: Attempt; hasSuffix?: boolean }) {
  const endsAt = useMemo(() => getServerTime() + (attempt.secondsLeft ?? 0) * 1000, [attempt])
  const left = useSecondsLeft(endsAt)
  if (left === 0) return <span className={css.left}>Time is over</span>
  return (
    <span className={css.left} data-low={left <= lowSeconds || undefined}>
      {formatClock(left)}
      {hasSuffix && ' left'}
    </span>
  )
}
