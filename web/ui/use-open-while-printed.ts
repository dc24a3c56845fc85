import { useEffect, useRef } from 'react'

/** Unfolds the content of this ref's element while it is printed, also if nobody has opened it. */
export function useOpenWhilePrinted() {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const open = () => {
      opened = [...(frame.current?.querySelectorAll('details') ?? [])].filter((one) => !one.open)
      for (const one of opened) one.open = true
    }
    const close = () => {
      for (const one of opened) one.open = false
    }
    window.addEventListener('beforeprint', open)
    window.addEventListener('afterprint', close)
    return () => {
      window.removeEventListener('beforeprint', open)
      window.removeEventListener('afterprint', close)
    }
  }, [])
  return frame
}
