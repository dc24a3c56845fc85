import {
  blurForgivenMs,
  type EventKind,
  isBlur,
  nextBaseline,
  opensDevtools,
} from '#core/integrity.ts'
import { gapNow, isTouch } from './window-gap.ts'

type Emit = (kind: EventKind) => void
type Stop = () => void

const settledMs = 200

/** The tab is hidden, or the window has lost the focus for longer than a glance. */
export function watchAway(emit: Emit): Stop {
  let timer: ReturnType<typeof setTimeout>
  const onBlur = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!document.hasFocus() && isBlur(blurForgivenMs, isOurDialogOpen())) emit('blur')
    }, blurForgivenMs)
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (document.hidden) emit('hidden')
  }
  window.addEventListener('blur', onBlur)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('blur', onBlur)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Only a change against the gap at the start counts: side panels may have been open before. */
export function watchDevtools(emit: Emit): Stop {
  const hasTouch = isTouch()
  let baseline = gapNow()
  let timer: ReturnType<typeof setTimeout>
  const look = () => {
    const now = gapNow()
    const isOpened = opensDevtools(baseline, now, hasTouch)
    baseline = isOpened ? now : nextBaseline(baseline, now)
    if (isOpened) emit('devtools')
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

/** Written down only; what is told while the net is away arrives when it is back. */
export function watchNet(emit: Emit): Stop {
  const onOffline = () => emit('offline')
  const onOnline = () => emit('online')
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

/** Refreshed, closed, or gone to another site. Nothing but a call that outlives the page helps. */
export function watchClosing(onClosing: () => void): Stop {
  window.addEventListener('pagehide', onClosing)
  return () => window.removeEventListener('pagehide', onClosing)
}

function isOurDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
