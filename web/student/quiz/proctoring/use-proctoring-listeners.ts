import { useEffect, useRef } from 'react'
import type { HoldingRules } from '#core/proctoring/held-keys.ts'
import { assistiveBlurToleranceMs, blurToleranceMs, isBlur } from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { createEvent, type Emit, endEvent, type Stop, watchDevtools } from './watch-devtools.ts'
import { type OnHeld, watchKeys } from './watch-keys.ts'

type ProctoringHandlers = {
  readonly onEvent: (event: ProctoringEvent) => void
  readonly onHeld: OnHeld
}

/** Looks after the window for as long as the quiz is open; leaving it counts while it is watched. */
export function useProctoringListeners(
  isOpen: boolean,
  isWatched: boolean,
  rules: HoldingRules,
  handlers: ProctoringHandlers,
) {
  const latest = useRef({ rules, ...handlers })
  useEffect(() => {
    latest.current = { rules, ...handlers }
  })
  useEffect(() => {
    if (!isOpen) return
    const emit = (event: ProctoringEvent) => latest.current.onEvent(event)
    return stopAll(
      keepScreenOn(),
      watchConnection(emit),
      watchKeys(
        () => latest.current.rules,
        (kind, message) => latest.current.onHeld(kind, message),
      ),
    )
  }, [isOpen])
  useEffect(() => {
    if (!isOpen || !isWatched) return
    const emit = (event: ProctoringEvent) => latest.current.onEvent(event)
    const hasAssistiveTools = () => latest.current.rules.hasAssistiveTools
    return stopAll(watchFocusLoss(emit, hasAssistiveTools), watchDevtools(emit))
  }, [isOpen, isWatched])
}

function stopAll(...stops: readonly Stop[]): Stop {
  return () => {
    for (const stop of stops) stop()
  }
}

/** A screen that turns off hides the page. Browsers let go of the lock whenever it is hidden. */
function keepScreenOn(): Stop {
  let lock: Promise<WakeLockSentinel | undefined> | undefined
  const request = () => {
    // Not on plain http, and not while the battery is low.
    if (!document.hidden) lock = navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  request()
  document.addEventListener('visibilitychange', request)
  return () => {
    document.removeEventListener('visibilitychange', request)
    lock?.then((held) => held?.release())
  }
}

/** Recorded only; events reported while offline arrive when the connection is back. */
function watchConnection(emit: Emit): Stop {
  let offlineEvent: ProctoringEvent | null = null
  const onOffline = () => {
    offlineEvent = createEvent('offline')
    emit(offlineEvent)
  }
  const onOnline = () => {
    if (offlineEvent) emit(endEvent(offlineEvent))
    offlineEvent = null
    emit(createEvent('online'))
  }
  window.addEventListener('offline', onOffline)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('offline', onOffline)
    window.removeEventListener('online', onOnline)
  }
}

/**
 * The tab is hidden, or the window has lost the focus for longer than a glance. One absence is one
 * event, however it goes on; its end is still reported if the absence has ended the quiz. With
 * assistive tools it becomes one after a while; of a shorter one only the length is reported.
 */
function watchFocusLoss(emit: Emit, hasAssistiveTools: () => boolean): Stop {
  let timer: ReturnType<typeof setTimeout>
  let shortBlur: ProctoringEvent | null = null
  let absence: ProctoringEvent | null = null
  let isStopped = false
  // A page that is left is hidden right afterwards: that is the refresh, and reported as one.
  let isPageHidden = false

  const startAbsence = (event: ProctoringEvent) => {
    shortBlur = null
    absence = event
    emit(event)
  }
  const startShortBlur = (blur: ProctoringEvent) => {
    shortBlur = blur
    timer = setTimeout(() => startAbsence(blur), assistiveBlurToleranceMs - blurToleranceMs)
  }
  const endShortBlur = () => {
    if (!shortBlur || !document.hasFocus()) return
    clearTimeout(timer)
    const ended = endEvent(shortBlur)
    // A page that slept was away for longer than its timer knows.
    if ((ended.durationMs ?? 0) >= assistiveBlurToleranceMs) return startAbsence(shortBlur)
    shortBlur = null
    emit({ ...ended, kind: 'short-blur' })
  }
  const endAbsence = () => {
    endShortBlur()
    if (document.hidden || (absence?.kind === 'blur' && !document.hasFocus())) return
    if (absence) emit(endEvent(absence))
    absence = null
    if (isStopped) stopReturning()
  }
  const onBlur = () => {
    if (shortBlur) return
    clearTimeout(timer)
    const event = createEvent('blur')
    timer = setTimeout(() => {
      if (document.hasFocus() || !isBlur(blurToleranceMs, isFocusInOurs())) return
      if (hasAssistiveTools()) startShortBlur(event)
      else startAbsence(event)
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

function isFocusInOurs(): boolean {
  // A warning takes the focus, too, but only from a page that has it: leaving it is being away.
  const isDialogOpen =
    document.querySelector('[aria-modal="true"]:not([role="alertdialog"])') !== null
  // The list of a select box is a window of its own in WebKitGTK.
  return isDialogOpen || document.activeElement?.localName === 'select'
}
