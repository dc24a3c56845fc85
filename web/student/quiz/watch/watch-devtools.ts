import { getNextBaseline, hasOpenedDevtools } from '#core/proctoring/devtools-detection.ts'
import { type Emit, overNow, type Seen, type Stop, seenNow } from './seen.ts'
import { isTouch, windowNow } from './window-now.ts'

const settledMs = 200

/** Only a change against the look at the start counts: side panels may have been open before. */
export function watchDevtools(emit: Emit): Stop {
  const hasTouch = isTouch()
  let before = windowNow()
  let open: Seen | null = null
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    const now = windowNow()
    const isOpen = hasOpenedDevtools(before, now, hasTouch)
    if (isOpen && !open) {
      open = seenNow('devtools')
      emit(open)
    }
    if (isOpen) return
    if (open) emit(overNow(open))
    open = null
    before = getNextBaseline(before, now)
  }
  // While a window is drawn larger, its outside may be ahead of its inside.
  const onResize = () => {
    clearTimeout(timer)
    timer = setTimeout(look, settledMs)
  }
  window.addEventListener('resize', onResize)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('resize', onResize)
  }
}
