import { blurToleranceMs, isBlur } from '#core/proctoring/policy.ts'
import { type Emit, overNow, type Seen, type Stop, seenNow } from './seen.ts'

/**
 * The tab is hidden, or the window has lost the focus for longer than a glance. One absence is one
 * event, however it goes on; its end is still told where the absence has ended the quiz.
 */
export function watchAway(emit: Emit): Stop {
  let timer: ReturnType<typeof setTimeout>
  let away: Seen | null = null
  let isStopped = false
  // A page that is left is hidden right afterwards: that is the refresh, and told as one.
  let isLeft = false

  const leave = (seen: Seen) => {
    away = seen
    emit(seen)
  }
  const come = () => {
    if (document.hidden || (away?.kind === 'blur' && !document.hasFocus())) return
    if (away) emit(overNow(away))
    away = null
    if (isStopped) stopReturning()
  }
  const onBlur = () => {
    clearTimeout(timer)
    const seen = seenNow('blur')
    timer = setTimeout(() => {
      if (!document.hasFocus() && isBlur(blurToleranceMs, isOurDialogOpen())) leave(seen)
    }, blurToleranceMs)
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (!document.hidden) return come()
    const isStillAway = away?.kind === 'blur' && !document.hasFocus()
    if (!isStillAway && !isStopped && !isLeft) leave(seenNow('hidden'))
  }
  const onPageHide = () => {
    isLeft = true
  }
  const onPageShow = () => {
    isLeft = false
  }
  const stopReturning = () => {
    window.removeEventListener('focus', come)
    document.removeEventListener('visibilitychange', onVisibility)
  }

  window.addEventListener('blur', onBlur)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('focus', come)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('blur', onBlur)
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onPageShow)
    if (!away) stopReturning()
  }
}

function isOurDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
