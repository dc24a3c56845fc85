import { useMemo } from 'react'
import type { Attempt } from '#contract/results.ts'
import { digits } from '../../kit/countdown.tsx'
import { useSecondsLeft } from '../../kit/seconds-left.ts'
import { serverNow } from '../../server-clock.ts'
import css from './time-left.module.css'

const lowSeconds = 300

/** Counts from what the server said was left, since the admin's clock may be wrong. */
export function TimeLeft({ attempt, inWords }: { attempt: Attempt; inWords?: boolean }) {
  const endsAt = useMemo(() => serverNow() + (attempt.secondsLeft ?? 0) * 1000, [attempt])
  const left = useSecondsLeft(endsAt)
  if (left === 0) return <span className={css.left}>Time is over</span>
  return (
    <span className={css.left} data-low={left <= lowSeconds || undefined}>
      {digits(left)}
      {inWords && ' left'}
    </span>
  )
}
