import {
  startWindowWatch,
  type WindowMetrics,
  watchWindow,
} from '#core/proctoring/devtools-detection.ts'
import type { EventKind } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { getServerTime } from '../../../client/server-clock.ts'

const debounceMs = 200

/** Only a change against the look at the start counts: side panels may have been open before. */
export function watchDevtools(emit: Emit): Stop {
  const hasTouch = isTouch()
  let watch = startWindowWatch(readWindowMetrics())
  let openEvent: ProctoringEvent | null = null
  let timer: ReturnType<typeof setTimeout>
  const checkWindow = () => {
    watch = watchWindow(watch, readWindowMetrics(), hasTouch)
    if (watch.isOpen === (openEvent !== null)) return
    if (openEvent) emit(endEvent(openEvent))
    openEvent = watch.isOpen ? createEvent('devtools') : null
    if (openEvent) emit(openEvent)
  }
  // While a window is drawn larger, its outside may be ahead of its inside.
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(checkWindow, debounceMs)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}

/** Its window is the screen: nothing can be docked beside a page. */
export function isTouch(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}

export function readWindowMetrics(): WindowMetrics {
  return {
    outerWidth: window.outerWidth,
    outerHeight: window.outerHeight,
    innerWidth: window.innerWidth,
    innerHeight: window.innerHeight,
    pixelRatio: window.devicePixelRatio,
    isFullScreen: window.matchMedia('(display-mode: fullscreen)').matches,
  }
}

export type Emit = (event: ProctoringEvent) => void
export type Stop = () => void

export function createEvent(kind: EventKind): ProctoringEvent {
  return { kind, at: getServerTime() }
}

/** The same event, which ends now. */
export function endEvent(event: ProctoringEvent): ProctoringEvent {
  return { ...event, durationMs: Math.max(0, Math.round(getServerTime() - event.at)) }
}
