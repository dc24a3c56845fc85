import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { WaitingAnswer } from '../answer-queue.ts'

/** An attempt that has begun on this device: like the answers, ids and numbers only, no words. */
type Begun = {
  readonly attemptId: string
  readonly testId: string
  /** The highest number given so far, in whatever window. */
  readonly lastSequence: number
  /** When the attempt ends, by the server's clock; rows of earlier builds lack it. */
  readonly endsAt?: number
  /** What those have instead: when an answer was last written down. */
  readonly touchedAt?: number
}

interface ExamRoom extends DBSchema {
  answers: {
    key: [string, number]
    value: WaitingAnswer & { readonly attemptId: string }
    indexes: { attemptId: string }
  }
  attempts: { key: string; value: Begun }
}

type Device = IDBPDatabase<ExamRoom>

/** Slower than this, and we go on without: an exam does not wait for a disk. */
const longestMs = 1000

let opened: Promise<Device> | undefined

function openDevice(): Promise<Device> {
  const forget = () => {
    opened = undefined
  }
  opened ??= openDB<ExamRoom>('exam-room', 1, {
    upgrade(device) {
      const answers = device.createObjectStore('answers', { keyPath: ['attemptId', 'sequence'] })
      answers.createIndex('attemptId', 'attemptId')
      device.createObjectStore('attempts', { keyPath: 'attemptId' })
    },
    terminated: forget,
  })
  opened.catch(forget)
  return opened
}

/**
 * What is done on the device, or null: a private window may have no database, a full disk may take
 * nothing. Whoever calls has it in memory, too.
 */
export async function onDevice<T>(deed: (device: Device) => Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestMs)
  })
  try {
    return await Promise.race([openDevice().then(deed), late])
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}
