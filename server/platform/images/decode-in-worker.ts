import { Worker } from 'node:worker_threads'
import type { ImageErrorCode, ImagePurpose } from '#core/images/image-limits.ts'
import { isRefusal, type Refusal } from '#core/refusal.ts'
import { OverloadedError } from '../../overloaded-error.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import type { Picture } from './decode.ts'
import type { DecodeJob } from './decode-worker.ts'

const idleTimeoutMs = 60_000
const maxJobMs = 45_000

type Decoded = Picture | Refusal<ImageErrorCode>
type Pending = {
  readonly resolve: (decoded: Decoded) => void
  readonly reject: (error: Error) => void
}
type WorkerMessage = 'ready' | { readonly id: number; readonly decoded: Decoded }
type RunningWorker = { readonly thread: Worker; readonly pending: Map<number, Pending> }

const runLimited = createConcurrencyLimit({ atOnce: 2, maxWaiting: 100, jobSeconds: 0.5 })

let running: RunningWorker | null = null
let idle: NodeJS.Timeout | undefined
let lastId = 0

/**
 * In a separate thread, so that no picture delays an answer. The thread starts with the first
 * picture and ends a minute after the last.
 */
export function decodeInWorker(bytes: SpooledBytes, use: ImagePurpose): Promise<Decoded> {
  return runLimited(async () => {
    clearTimeout(idle)
    running ??= start()
    const { thread, pending } = running
    const id = ++lastId
    const timeout = setTimeout(() => void thread.terminate(), maxJobMs)
    thread.ref()
    try {
      return await new Promise<Decoded>((resolve, reject) => {
        pending.set(id, { resolve, reject })
        thread.postMessage({ id, bytes, use } satisfies DecodeJob)
      })
    } finally {
      clearTimeout(timeout)
      pending.delete(id)
      if (pending.size === 0) {
        thread.unref()
        idle = setTimeout(() => void thread.terminate(), idleTimeoutMs).unref()
      }
    }
  })
}

function start(): RunningWorker {
  const thread = new Worker(new URL('./decode-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const pending: RunningWorker['pending'] = new Map()
  thread.on('message', (message: WorkerMessage) => {
    if (message === 'ready') return void keepLibraryLoaded()
    const { id, decoded } = message
    pending.get(id)?.resolve(isRefusal(decoded) ? decoded : withBuffer(decoded))
  })
  // A crash also emits `exit`: waiting clients retry and get a new thread.
  thread.on('error', () => undefined)
  thread.on('exit', () => {
    if (running?.thread === thread) running = null
    for (const { reject } of pending.values()) reject(new OverloadedError(1))
  })
  return { thread, pending }
}

/** Else the end of the thread would unload what its last job may still run in. */
async function keepLibraryLoaded() {
  await import('sharp')
}

function withBuffer({ png, width, height }: Picture): Picture {
  return { png: Buffer.from(png.buffer, png.byteOffset, png.byteLength), width, height }
}
