import { blurToleranceMs, isBlur } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { createEvent, type Emit, endEvent, type Stop } from './proctoring-event.ts'

/**
 * The tab is hidden, or the window has lost the focus for longer than a glance. One absence is one
 * event, however it goes on; its end is still told where the absence has ended the quiz.
 */
export function watchFocusLoss(emit: Emit): Stop {
  let timer: ReturnType<typeof setTimeout>
  let absence: ProctoringEvent | null = null
  let isStopped = false
  // A page that is left is hidden right afterwards: that is the refresh, and told as one.
  let isPageHidden = false

  const startAbsence = (event: ProctoringEvent) => {
    absence = event
    emit(event)
  }
  const endAbsence = () => {
    if (document.hidden || (absence?.kind === 'blur' && !document.hasFocus())) return
    if (absence) emit(endEvent(absence))
    absence = null
    if (isStopped) stopReturning()
  }
  const onBlur = () => {
    clearTimeout(timer)
    const event = createEvent('blur')
    timer = setTimeout(() => {
      if (!document.hasFocus() && isBlur(blurToleranceMs, isOurDialogOpen())) startAbsence(event)
    }, blurToleranceMs)
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (!document.hidden) return endAbsence()
    const isStillAway = absence?.kind === 'blur' && !document.hasFocus()
    if (!isStillAway && !isStopped && !isPageHidden) startAbsence(createEvent('hidden'))
  }
  const onPageHide = () => {
    isPageHidden = true
  }
  const onPageShow = () => {
    isPageHidden = false
  }
  const stopReturning = () => {
    window.removeEventListener('focus', endAbsence)
    document.removeEventListener('visibilitychange', onVisibility)
  }

  window.addEventListener('blur', onBlur)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onPageShow)
  window.addEventListener('focus', endAbsence)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    isStopped = true
    clearTimeout(timer)
    window.removeEventListener('blur', onBlur)
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onPageShow)
    if (!absence) stopReturning()
  }
}

function isOurDialogOpen(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null
}
