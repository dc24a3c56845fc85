import { useEffect, useState } from 'react'
import { toWorkerUrl } from '../client/own-worker.ts'

const debounceMs = 150
/** A reading that takes longer is worth a word. */
const slowAfterMs = 600

type ReadingState<Reading> = {
  /** The last reading stays until the next is ready. */
  readonly reading: Reading | null
  readonly isReading: boolean
  readonly isSlow: boolean
  /** Ended by the reader of the screen, or by a fault. */
  readonly isStopped: boolean
  readonly stop: () => void
}

/**
 * Reads along while somebody types, in a worker of its own, so that a long file holds up nothing.
 * Each new request object is read anew.
 */
export function useReading<Request, Reading>(
  workerAddress: string,
  request: Request | null,
): ReadingState<Reading> {
  const [reading, setReading] = useState<Reading | null>(null)
  const [outcome, setOutcome] = useState<{ of: Request; isStopped: boolean }>()
  const hasOutcome = outcome?.of === request
  const isReading = request !== null && !hasOutcome
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!request || !isReading) return
    const finish = (isStopped: boolean) => setOutcome({ of: request, isStopped })
    let worker: Worker | undefined
    const timer = setTimeout(() => {
      worker = new Worker(toWorkerUrl(workerAddress), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => {
        setReading(data)
        finish(false)
      })
      worker.addEventListener('error', () => finish(true))
      worker.postMessage(request)
    }, debounceMs)
    const slowTimer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(slowTimer)
      setSlow(false)
      worker?.terminate()
    }
  }, [workerAddress, request, isReading])
  const isStopped = hasOutcome && (outcome?.isStopped ?? false)
  return {
    reading: request && !isStopped ? reading : null,
    isReading,
    isSlow: isReading && isSlow,
    isStopped,
    stop: () => request && setOutcome({ of: request, isStopped: true }),
  }
}
