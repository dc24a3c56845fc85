import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import css from './toast.module.css'

type Toast = { readonly id: number; readonly text: string; readonly tone: 'ok' | 'bad' }

const displayMs = 3000
let current: Toast | null = null
const listeners = new Set<() => void>()

function setToast(next: Toast | null) {
  current = next
  for (const notify of listeners) notify()
}

/** For the result of something the reader just did and can see. What needs an act stays in the page. */
export function showToast(text: string, tone: Toast['tone'] = 'ok') {
  setToast({ id: (current?.id ?? 0) + 1, text, tone })
}

export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => current, getServerSnapshot)
  return (
    <div role="status" className={css.host}>
      {shown && <ToastCard key={shown.id} {...shown} />}
    </div>
  )
}

function ToastCard({ text, tone }: Toast) {
  const { isPaused, pauseHandlers } = useAutoHide()
  const Icon = tone === 'ok' ? IconCircleCheck : IconAlertCircle
  return (
    <div
      className={css.toast}
      data-tone={tone}
      data-paused={isPaused || undefined}
      {...pauseHandlers}
    >
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {text}
      <button type="button" onClick={() => setToast(null)} aria-label="Close this message">
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

function useAutoHide() {
  const leftMs = useRef(displayMs)
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )
  const isPaused = isHovered || isFocused || isHidden

  useEffect(() => {
    if (isPaused) return
    const since = performance.now()
    const timer = setTimeout(() => setToast(null), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, leftMs.current - (performance.now() - since))
    }
  }, [isPaused])

  const pauseHandlers = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return { isPaused, pauseHandlers }
}

const getServerSnapshot = () => null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
