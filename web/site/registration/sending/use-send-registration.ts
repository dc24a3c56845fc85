import { useEffect, useRef, useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { register } from '#contract/registration.ts'
import { getXsrfToken, NetworkError, readRefusal } from '../../../client/request.ts'
import { classifyFailure, getRetryPauseMs, type SendFailure } from './retry-policy.ts'

/** The user pressed Cancel. */
export class SendingCancelledError extends Error {}

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
  const [sending, setSending] = useState<SendingState>(initialState)
  const controllerRef = useRef<AbortController | null>(null)
  useEffect(() => () => controllerRef.current?.abort(new SendingCancelledError()), [])

  const send = async (body: FormData, key: string) => {
    const controller = new AbortController()
    controllerRef.current = controller
    const { signal } = controller
    window.addEventListener('beforeunload', preventUnload)
    try {
      return await sendUntilAnswered(body, { key, signal, onChange: setSending })
    } finally {
      window.removeEventListener('beforeunload', preventUnload)
      controllerRef.current = null
    }
  }
  return { sending, send, cancel: () => controllerRef.current?.abort(new SendingCancelledError()) }
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
      return await postForm(body, { key, signal, onProgress })
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

function preventUnload(event: BeforeUnloadEvent) {
  event.preventDefault()
}

/** A connection without any progress for this long counts as lost. */
const stallTimeoutMs = 60_000

type PostFormOptions = {
  readonly key: string
  readonly signal: AbortSignal
  /** Gets the share of the bytes sent, 0 to 1. */
  readonly onProgress: (share: number) => void
}

/**
 * Sends a form and reports upload progress, which `fetch` cannot. Throws the errors of `request`.
 */
async function postForm(
  body: FormData,
  { key, signal, onProgress }: PostFormOptions,
): Promise<ReplyOf<typeof register>> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => xhr.abort(), stallTimeoutMs)
    }
    const settle = (callback: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      callback()
    }
    const abort = () => xhr.abort()

    xhr.open(register.method, register.path)
    xhr.setRequestHeader('Accept', 'application/json')
    xhr.setRequestHeader('Idempotency-Key', key)
    const token = getXsrfToken()
    if (token) xhr.setRequestHeader('X-XSRF-TOKEN', token)
    xhr.upload.onprogress = ({ loaded, total }) => {
      restartTimer()
      if (total > 0) onProgress(loaded / total)
    }
    xhr.onreadystatechange = restartTimer
    xhr.onerror = () => settle(() => reject(new NetworkError('The connection was lost')))
    xhr.onabort = () =>
      settle(() => reject(signal.aborted ? signal.reason : new NetworkError('Nothing moved')))
    xhr.onload = () => settle(() => parseReply(xhr).then(resolve, reject))
    signal.addEventListener('abort', abort)
    restartTimer()
    xhr.send(body)
  })
}

async function parseReply(xhr: XMLHttpRequest): Promise<ReplyOf<typeof register>> {
  const { status, responseText } = xhr
  if (status >= 200 && status < 300) {
    try {
      return JSON.parse(responseText)
    } catch (cause) {
      throw new NetworkError(cause)
    }
  }
  const retryAfter = xhr.getResponseHeader('Retry-After')
  const headers = retryAfter ? { 'Retry-After': retryAfter } : undefined
  throw await readRefusal(new Response(responseText, { status, headers }))
}
