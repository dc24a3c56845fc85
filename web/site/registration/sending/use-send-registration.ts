import { register } from '#contract/registration.ts'
import { NetworkError } from '../../../client/request.ts'
import { upload } from '../../../client/upload.ts'
import { useUpload } from '../../../client/use-upload.ts'
import { classifyFailure, getRetryPauseMs, type SendFailure } from './resend-policy.ts'

export type SendingState = {
  /** 1 for the first try; while waiting, the number of the next one. */
  readonly attempt: number
  /** The sent share, 0 to 1; null while waiting for the next try. */
  readonly share: number | null
  readonly failure: SendFailure | 'offline' | null
}

const initialState: SendingState = { attempt: 1, share: 0, failure: null }
const offlinePauseMs = 15_000

/** Sends a form until a reply comes, for up to two minutes online, or until it is cancelled. */
export function useSendRegistration() {
  const { progress, run, cancel } = useUpload<SendingState>()
  const send = (body: FormData, key: string) =>
    run((signal, onChange) => sendUntilAnswered(body, { key, signal, onChange }))
  return { sending: progress ?? initialState, send, cancel }
}

type SendUntilAnsweredOptions = {
  readonly key: string
  readonly signal: AbortSignal
  readonly onChange: (state: SendingState) => void
}

async function sendUntilAnswered(
  body: FormData,
  { key, signal, onChange }: SendUntilAnsweredOptions,
) {
  let spentMs = 0
  let failure: SendingState['failure'] = null
  for (let attempt = 1; ; attempt++) {
    onChange({ attempt, share: 0, failure })
    const startedAt = performance.now()
    try {
      const onProgress = (share: number) => onChange({ attempt, share, failure })
      return await upload(register, { body, idempotencyKey: key, signal, onProgress })
    } catch (cause) {
      signal.throwIfAborted()
      spentMs += performance.now() - startedAt
      if (cause instanceof NetworkError && !navigator.onLine) {
        // Time offline does not count: the form waits as long as the user does.
        failure = 'offline'
        onChange({ attempt: attempt + 1, share: null, failure })
        await pause(offlinePauseMs, signal)
        continue
      }
      const pauseMs = getRetryPauseMs(cause, { failures: attempt, spentMs, jitter: Math.random() })
      if (pauseMs === null) throw cause
      failure = classifyFailure(cause)
      onChange({ attempt: attempt + 1, share: null, failure })
      await pause(pauseMs, signal)
      spentMs += pauseMs
    }
  }
}

/** Resolves early when the browser is online again, and rejects with the reason when aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      clearTimeout(timer)
      window.removeEventListener('online', finish)
      signal.removeEventListener('abort', finish)
      if (signal.aborted) reject(signal.reason)
      else resolve()
    }
    const timer = setTimeout(finish, ms)
    window.addEventListener('online', finish)
    signal.addEventListener('abort', finish)
  })
}
