import { useEffect, useState } from 'react'
import type { Format } from './formats.ts'
import type { Reading, Source } from './read-questions.ts'
import type { ReadingRequest } from './reading-worker.ts'
import workerAddress from './reading-worker.ts?worker&url'

const debounceMs = 150
/** What takes longer is worth a word. */
const slowAfterMs = 600

type ReadingInput = { readonly source: Source | null; readonly namedFormat: Format | null }

type ReadingState = {
  /** What was read last stays until the next is ready. */
  readonly reading: Reading | null
  readonly isReading: boolean
  readonly isSlow: boolean
  /** Ended by the reader of the screen, or by a fault. */
  readonly isStopped: boolean
  readonly stop: () => void
}

/** Reads along while somebody types, in a worker of its own, so that a long file holds up nothing. */
export function useReading({ source, namedFormat }: ReadingInput): ReadingState {
  const [reading, setReading] = useState<Reading | null>(null)
  const [outcome, setOutcome] = useState<{
    of: Source
    namedFormat: Format | null
    isStopped: boolean
  }>()
  const hasOutcome = outcome?.of === source && outcome?.namedFormat === namedFormat
  const isReading = source !== null && !hasOutcome
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!source || !isReading) return
    const finish = (isStopped: boolean) => setOutcome({ of: source, namedFormat, isStopped })
    let worker: Worker | undefined
    const timer = setTimeout(() => {
      worker = createSameOriginWorker(workerAddress)
      worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => {
        setReading(data)
        finish(false)
      })
      worker.addEventListener('error', () => finish(true))
      worker.postMessage({ source, namedFormat } satisfies ReadingRequest)
    }, debounceMs)
    const slowTimer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(slowTimer)
      setSlow(false)
      worker?.terminate()
    }
  }, [source, namedFormat, isReading])
  const isStopped = hasOutcome && outcome.isStopped
  return {
    reading: source && !isStopped ? reading : null,
    isReading,
    isSlow: isReading && isSlow,
    isStopped,
    stop: () => source && setOutcome({ of: source, namedFormat, isStopped: true }),
  }
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): { createScriptURL(address: string): string }
}

/** Missing in some browsers; our pages' CSP names the policy for those that enforce it. */
const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes

const policy = trustedTypes?.createPolicy('own-worker', { createScriptURL: toSameOriginUrl })

/** Starts a worker of this site. @throws for an address of another site */
function createSameOriginWorker(address: string): Worker {
  const trustedUrl = policy ? policy.createScriptURL(address) : toSameOriginUrl(address)
  return new Worker(trustedUrl, { type: 'module' })
}

function toSameOriginUrl(address: string): string {
  const { origin, href } = new URL(address, window.location.href)
  if (origin !== window.location.origin) throw new TypeError('A worker of another site')
  return href
}
