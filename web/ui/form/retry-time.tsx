import { formatDuration } from '#contract/format.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'

type RetryTimeProps = {
  readonly lead: 'Please try again' | 'You can try again'
  /** Milliseconds since 1970, by the server's clock. */
  readonly waitsUntil: number
}

/** "Please try again in 59 min 53 s.", counting down; spoken as it was at first. */
export function RetryTime({ lead, waitsUntil }: RetryTimeProps) {
  const secondsLeft = useSecondsLeft(waitsUntil)
  if (secondsLeft === 0) return `${lead} now.`
  return (
    <>
      {lead} in <span role="timer">{formatDuration(secondsLeft * 1000)}</span>.
    </>
  )
}
