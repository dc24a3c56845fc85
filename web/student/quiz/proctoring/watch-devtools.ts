import { getNextBaseline, hasOpenedDevtools } from '#core/proctoring/devtools-detection.ts'
import {
  createEvent,
  type Emit,
  endEvent,
  type ProctoringEvent,
  type Stop,
} from './proctoring-event.ts'
import { isTouch, readWindowMetrics } from './read-window-metrics.ts'

const debounceMs = 200

/** Only a change against the look at the start counts: side panels may have been open before. */
export function watchDevtools(emit: Emit): Stop {
  const hasTouch = isTouch()
  let before = readWindowMetrics()
  let openEvent: ProctoringEvent | null = null
  let timer: ReturnType<typeof setTimeout>
  const checkWindow = () => {
    const now = readWindowMetrics()
    const isOpen = hasOpenedDevtools(before, now, hasTouch)
    if (isOpen && !openEvent) {
      openEvent = createEvent('devtools')
      emit(openEvent)
    }
    if (isOpen) return
    if (openEvent) emit(endEvent(openEvent))
    openEvent = null
    before = getNextBaseline(before, now)
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
