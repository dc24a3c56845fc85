import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import css from './toast.module.css'

type Toast = { readonly id: number; readonly text: string; readonly tone: 'ok' | 'bad' }

const shownForMs = 3000
let current: Toast | null = null
const listeners = new Set<() => void>()

function show(next: Toast | null) {
  current = next
  for (const tell of listeners) tell()
}

/** For the result of something the reader just did and can see. What needs an act stays in the page. */
export function toast(text: string, tone: Toast['tone'] = 'ok') {
  show({ id: (current?.id ?? 0) + 1, text, tone })
}

export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => current, nothing)
  return (
    <div role="status" className={css.host}>
      {shown && <ToastCard key={shown.id} {...shown} />}
    </div>
  )
}

function ToastCard({ text, tone }: Toast) {
  const { isPaused, hold } = useHideLater()
  const Icon = tone === 'ok' ? IconCircleCheck : IconAlertCircle
  return (
    <div className={css.toast} data-tone={tone} data-paused={isPaused || undefined} {...hold}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      {text}
      <button type="button" onClick={() => show(null)} aria-label="Close this message">
        <IconX size={16} stroke={2} aria-hidden="true" />
      </button>
    </div>
  )
}

function useHideLater() {
  const leftMs = useRef(shownForMs)
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
    const timer = setTimeout(() => show(null), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current = Math.max(0, leftMs.current - (performance.now() - since))
    }
  }, [isPaused])

  const hold = {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  }
  return { isPaused, hold }
}

const nothing = () => null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function onVisibility(listener: () => void) {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
