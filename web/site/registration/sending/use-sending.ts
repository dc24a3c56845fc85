import { useEffect, useRef, useState } from 'react'
import { NetworkFault } from '../../../api.ts'
import { postForm } from './post-form.ts'
import { pauseBefore, type Trouble, troubleOf } from './retry-rule.ts'

/** Somebody pressed Cancel. */
export class Stopped extends Error {}

export type SendingState = {
  /** 1 for the first time it is sent; of the coming one while it waits. */
  readonly attempt: number
  /** 0 to 1 of what has left the device; null while it waits to be sent again. */
  readonly share: number | null
  readonly trouble: Trouble | 'offline' | null
}

const start: SendingState = { attempt: 1, share: 0, trouble: null }
const offlinePauseMs = 15_000

/** Sends a form until somebody answers, for two minutes of being online, or until it is stopped. */
export function useSending() {
  const [sending, setSending] = useState<SendingState>(start)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(new Stopped()), [])

  const send = async (body: FormData, key: string) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    window.addEventListener('beforeunload', askToStay)
    try {
      return await sendUntilAnswered(body, { key, signal, onChange: setSending })
    } finally {
      window.removeEventListener('beforeunload', askToStay)
      running.current = null
    }
  }
  return { sending, send, stop: () => running.current?.abort(new Stopped()) }
}

type Watch = {
  readonly key: string
  readonly signal: AbortSignal
  readonly onChange: (state: SendingState) => void
}

async function sendUntilAnswered(body: FormData, { key, signal, onChange }: Watch) {
  let spentMs = 0
  let trouble: SendingState['trouble'] = null
  for (let attempt = 1; ; attempt++) {
    onChange({ attempt, share: 0, trouble })
    const begun = performance.now()
    try {
      const onProgress = (share: number) => onChange({ attempt, share, trouble })
      return await postForm(body, { key, signal, onProgress })
    } catch (cause) {
      signal.throwIfAborted()
      spentMs += performance.now() - begun
      if (cause instanceof NetworkFault && !navigator.onLine) {
        // The time without a network is nobody's: the form waits as long as the person does.
        trouble = 'offline'
        onChange({ attempt: attempt + 1, share: null, trouble })
        await pause(offlinePauseMs, signal)
        continue
      }
      const pauseMs = pauseBefore(cause, { failed: attempt, spentMs, chance: Math.random() })
      if (pauseMs === null) throw cause
      trouble = troubleOf(cause)
      onChange({ attempt: attempt + 1, share: null, trouble })
      await pause(pauseMs, signal)
      spentMs += pauseMs
    }
  }
}

/** Ends early when the browser is online again, and with the reason when it is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

function askToStay(event: BeforeUnloadEvent) {
  event.preventDefault()
}
