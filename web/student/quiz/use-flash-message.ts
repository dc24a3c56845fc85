import { useEffect, useState } from 'react'

export type FlashMessage = {
  readonly title: string
  readonly text?: string
  readonly durationMs?: number
}

/** One line for a moment: three seconds unless it says otherwise. */
export function useFlashMessage(): [FlashMessage | null, (message: FlashMessage) => void] {
  const [message, setMessage] = useState<FlashMessage | null>(null)
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(null), message.durationMs ?? 3000)
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage]
}
