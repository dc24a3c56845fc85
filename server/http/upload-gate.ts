import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { OverloadedError } from '../overloaded-error.ts'
import { toNetwork } from '../platform/network-address.ts'
import {
  findNextWaiter,
  findSlotToReclaim,
  findWaiterToReject,
  type SlotHolder,
  type SlotRules,
} from './upload-slots.ts'

export type UploadSlot = {
  /** Aborted when the slot is lost to a waiting request. */
  readonly lost: AbortSignal
  release(): void
}

export type UploadGate = {
  /**
   * Waits for a slot before any byte of the body is read.
   * @throws Busy when none comes free in time or too many wait; null when the client went away.
   */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<UploadSlot | null>
}

export type GateRules = SlotRules & { readonly maxWaitMs: number }

export const gateRules: GateRules = {
  slots: 20,
  slotsPerNetwork: 10,
  maxWaiting: 300,
  maxWaitingPerNetwork: 100,
  maxWaitMs: 20_000,
  slowAfterMs: 10_000,
  slowBytesPerSecond: 8_000,
}

const retryAfterSeconds = 5
const samples = 10

type WaitingUpload = {
  readonly id: string
  readonly network: string
  readonly admit: () => void
  readonly refuse: () => void
}

type HeldSlot = {
  readonly id: string
  readonly network: string
  readonly since: number
  readonly request: FastifyRequest
  readonly abortController: AbortController
  /** Bytes received at the last ticks, the newest first. */
  progress: readonly { readonly at: number; readonly bytes: number }[]
}

/** Limits concurrent uploads and shares the slots fairly among networks. */
export function createUploadGate(rules: GateRules): UploadGate {
  const holding = new Map<string, HeldSlot>()
  const waiting = new Map<string, WaitingUpload>()
  const tickMs = rules.slowAfterMs / samples
  let ticking: NodeJS.Timeout | null = null

  const slots = () => ({
    holding: [...holding.values()].map((upload) => toHolder(upload)),
    waiting: [...waiting.values()],
  })

  function assignSlots() {
    for (let id = findNextWaiter(slots(), rules); id; id = findNextWaiter(slots(), rules)) {
      waiting.get(id)?.admit()
    }
    const turnedAwayId = findWaiterToReject(slots(), rules)
    if (turnedAwayId) waiting.get(turnedAwayId)?.refuse()
    if (holding.size > 0) ticking ??= setInterval(tick, tickMs).unref()
    else if (ticking) {
      clearInterval(ticking)
      ticking = null
    }
  }

  function tick() {
    for (const upload of holding.values()) {
      upload.progress = [measureProgress(upload.request), ...upload.progress].slice(0, samples + 1)
    }
    for (let id = findSlotToReclaim(slots(), rules); id; id = findSlotToReclaim(slots(), rules)) {
      const loser = holding.get(id)
      holding.delete(id)
      assignSlots()
      loser?.abortController.abort(new OverloadedError(retryAfterSeconds))
    }
  }

  function takeSlot(id: string, network: string, request: FastifyRequest): UploadSlot {
    const abortController = new AbortController()
    const progress = [measureProgress(request)]
    holding.set(id, { id, network, since: performance.now(), request, abortController, progress })
    return {
      lost: abortController.signal,
      release() {
        if (holding.delete(id)) assignSlots()
      },
    }
  }

  return {
    enter(request, reply) {
      const { id } = request
      const network = toNetwork(request.ip)
      return new Promise((resolve, reject) => {
        const stopWaiting = () => {
          waiting.delete(id)
          clearTimeout(timeout)
          reply.raw.off('close', cancel)
        }
        const refuse = () => {
          stopWaiting()
          reject(new OverloadedError(retryAfterSeconds))
        }
        const cancel = () => {
          stopWaiting()
          resolve(null)
        }
        const admit = () => {
          stopWaiting()
          resolve(takeSlot(id, network, request))
        }
        const timeout = setTimeout(refuse, rules.maxWaitMs)
        reply.raw.once('close', cancel)
        if (request.raw.destroyed || reply.raw.destroyed) return cancel()
        waiting.set(id, { id, network, admit, refuse })
        assignSlots()
      })
    },
  }
}

function toHolder({ id, network, since, request, progress }: HeldSlot): SlotHolder {
  const [newest, oldest] = [progress[0], progress.at(-1)]
  const seconds = newest && oldest ? (newest.at - oldest.at) / 1000 : 0
  const bytes = newest && oldest ? newest.bytes - oldest.bytes : 0
  return {
    id,
    network,
    heldMs: performance.now() - since,
    bytesPerSecond: seconds > 0 ? bytes / seconds : Number.POSITIVE_INFINITY,
    hasArrived: request.raw.complete || !(request.raw.socket instanceof Socket),
  }
}

/** Bytes received so far; an injected request has no socket and is complete. */
function measureProgress({ raw }: FastifyRequest) {
  const bytes = raw.socket instanceof Socket ? raw.socket.bytesRead : 0
  return { at: performance.now(), bytes }
}
