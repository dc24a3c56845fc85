import { useEffect, useSyncExternalStore } from 'react'
import { asPolite, asUrgent } from './status.tsx'

/** A change of page or of the focus is spoken first, and would cut off what comes with it. */
const delayMs = 200
/** After that it is gone, for those who read line by line: it is no longer news. */
const shownMs = 10_000

type Announcement = { readonly id: number; readonly text: string; readonly isUrgent: boolean }

const nothing: Announcement = { id: 0, text: '', isUrgent: false }
let current = nothing
let waiting: Omit<Announcement, 'id'>[] = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Spoken once, whatever page comes next. What is urgent cuts off what is being read. */
export function announce(text: string, { isUrgent = false } = {}) {
  waiting.push({ text, isUrgent })
  wait()
}

function wait() {
  clearTimeout(timer)
  timer = setTimeout(speak, delayMs)
}

/** Speaks what is said in the page, once it is there and whenever it changes. */
export function useAnnouncement(text: string | false | null | undefined, isUrgent = false) {
  useEffect(() => {
    if (text) announce(text, { isUrgent })
  }, [text, isUrgent])
}

function speak() {
  // An announcement is lost while another window has the focus.
  if (!document.hasFocus()) {
    window.addEventListener('focus', wait, { once: true })
    return
  }
  const text = [...new Set(waiting.map((one) => one.text))].join(' ')
  const isUrgent = waiting.some((one) => one.isUrgent)
  waiting = []
  show({ id: current.id + 1, text, isUrgent })
  timer = setTimeout(() => show({ ...nothing, id: current.id }), shownMs)
}

function show(next: Announcement) {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Stands in every page, so that a message from before a change of page is read out after it. */
export function Announcer() {
  const { id, text, isUrgent } = useSyncExternalStore(
    subscribe,
    () => current,
    () => nothing,
  )
  // The same words once more are other words.
  const words = text && <p key={id}>{text}</p>
  return (
    <div className="visually-hidden">
      <div {...asPolite}>{!isUrgent && words}</div>
      <div {...asUrgent}>{isUrgent && words}</div>
    </div>
  )
}
