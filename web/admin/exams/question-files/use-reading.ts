import { useEffect, useState } from 'react'
import { createSameOriginWorker } from '../../../client/same-origin-worker.ts'
import type { Format } from './formats.ts'
import type { Reading, Source } from './read-questions.ts'
import type { ReadingOrder } from './reading-worker.ts'
import workerAddress from './reading-worker.ts?worker&url'

const afterMs = 150
/** What takes longer is worth a word. */
const slowAfterMs = 600

type Wanted = { readonly source: Source | null; readonly named: Format | null }

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
export function useReading({ source, named }: Wanted): ReadingState {
  const [reading, setReading] = useState<Reading | null>(null)
  const [settled, setSettled] = useState<{ of: Source; named: Format | null; isStopped: boolean }>()
  const isSettled = settled?.of === source && settled?.named === named
  const isReading = source !== null && !isSettled
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!source || !isReading) return
    const settle = (isStopped: boolean) => setSettled({ of: source, named, isStopped })
    let worker: Worker | undefined
    const timer = setTimeout(() => {
      worker = createSameOriginWorker(workerAddress)
      worker.addEventListener('message', ({ data }: MessageEvent<Reading>) => {
        setReading(data)
        settle(false)
      })
      worker.addEventListener('error', () => settle(true))
      worker.postMessage({ source, named } satisfies ReadingOrder)
    }, afterMs)
    const slowTimer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => {
      clearTimeout(timer)
      clearTimeout(slowTimer)
      setSlow(false)
      worker?.terminate()
    }
  }, [source, named, isReading])
  const isStopped = isSettled && settled.isStopped
  return {
    reading: source && !isStopped ? reading : null,
    isReading,
    isSlow: isReading && isSlow,
    isStopped,
    stop: () => source && setSettled({ of: source, named, isStopped: true }),
  }
}
