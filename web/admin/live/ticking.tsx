import { useEffect, useLayoutEffect, useRef } from 'react'
import { getServerTime } from '../../client/server-clock.ts'

const draws = new Set<(now: number) => void>()
let timer: ReturnType<typeof setInterval> | undefined

function drawAll() {
  const now = getServerTime()
  for (const draw of draws) draw(now)
}

function subscribe(draw: (now: number) => void) {
  draws.add(draw)
  timer ??= setInterval(drawAll, 1000)
  return () => {
    draws.delete(draw)
    if (draws.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

type TickingProps = {
  /** At a moment by the server's clock, in ms. */
  readonly format: (now: number) => string
  /** The format is another one. */
  readonly of: string
  readonly className?: string
  /** Given the element with each second, for what changes beside the words. */
  readonly onTick?: (element: HTMLElement, now: number) => void
}

/** A time that counts. All of them share one clock, and none draws anything but its own text. */
export function Ticking({ format, of, className, onTick }: TickingProps) {
  const element = useRef<HTMLSpanElement>(null)
  const latest = useRef({ format, onTick })
  latest.current = { format, onTick }
  const draw = (now: number) => {
    const span = element.current
    if (!span) return
    const text = latest.current.format(now)
    if (span.textContent !== text) span.textContent = text
    latest.current.onTick?.(span, now)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew when it is of something else
  useLayoutEffect(() => draw(getServerTime()), [of])
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the latest format by itself
  useEffect(() => subscribe(draw), [])
  return <span ref={element} aria-live="off" className={className} />
}
