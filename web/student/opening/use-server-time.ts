import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getServerTime as askServerTime } from '#contract/proctoring.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime, subscribeToClock } from '../../client/server-clock.ts'
import { useIsTimeKnown } from '../../client/use-is-time-known.ts'

const askAgainMs = 10 * 60_000

type ServerTime = {
  /** In milliseconds since 1970, another one each second. */
  readonly now: number
  /** False until the server has sent the time, also after a jump of the device's clock. */
  readonly isKnown: boolean
}

/** One clock for all countdowns of a page. */
export function useServerTime(): ServerTime {
  const { isSuccess } = useQuery({
    ...endpointQuery(askServerTime),
    refetchInterval: ({ state }) => (state.status === 'error' ? 3_000 : askAgainMs),
    networkMode: 'always',
  })
  const isKnown = useIsTimeKnown() && isSuccess
  const [now, setNow] = useState(getServerTime)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      clearTimeout(timer)
      const time = getServerTime()
      setNow(time)
      // Slightly after the full second: otherwise rounding could show the same second twice.
      timer = setTimeout(update, 1000 - (time % 1000) + 15)
    }
    update()
    const unsubscribe = subscribeToClock(update)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearTimeout(timer)
      unsubscribe()
      document.removeEventListener('visibilitychange', update)
    }
  }, [])
  return { now, isKnown }
}
