import { useEffect, useRef } from 'react'
import {
  blurToleranceMs,
  type EventKind,
  getBlockedKeyMessage,
  isBlockedKey,
  isBlur,
} from '#core/proctoring/policy.ts'
import type { ProctoringEvent } from '#core/quiz-session/effects.ts'
import { createEvent, type Emit, endEvent, type Stop, watchDevtools } from './watch-devtools.ts'

type ProctoringHandlers = {
  readonly onEvent: (event: ProctoringEvent) => void
  readonly onBlocked: (kind: EventKind, message: string) => void
}

/** Looks after the window for as long as the quiz is open. */
export function useProctoringListeners(isOn: boolean, handlers: ProctoringHandlers) {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (!isOn) return
    const emit = (event: ProctoringEvent) => latest.current.onEvent(event)
    const stops = [
      watchFocusLoss(emit),
      watchDevtools(emit),
      watchConnection(emit),
      watchKeys((kind, message) => latest.current.onBlocked(kind, message)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [isOn])
}

type OnBlocked = (kind: EventKind, message: string) => void

/** Prevented, told, and never the end of a quiz. */
function watchKeys(onBlocked: OnBlocked): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isBlockedKey(event)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) onBlocked('blocked-key', getBlockedKeyMessage(event))
  }
  const onMenu = (event: Event) => {
    event.preventDefault()
    onBlocked('context-menu', 'The context menu is switched off during the quiz.')
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.addEventListener('contextmenu', onMenu)
  return () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.removeEventListener('contextmenu', onMenu)
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
 * event, however it goes on; its end is still told where the absence has ended the quiz.
 */
function watchFocusLoss(emit: Emit): Stop {
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
