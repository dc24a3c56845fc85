import { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Busy } from './busy.ts'
import {
  findNextWaiter,
  findSlotToReclaim,
  findWaiterToReject,
  type SlotHolder,
  type SlotRules,
} from './http/upload-slots.ts'
import { toNetwork } from './network-address.ts'

export type UploadSlot = {
  /** Aborted when the slot is lost to somebody who waits. */
  readonly lost: AbortSignal
  release(): void
}

export type UploadGate = {
  /**
   * Waits for a slot; meanwhile no byte of the body is read.
   * @throws Busy when none comes free in time or too many wait; null when the client went away.
   */
  enter(request: FastifyRequest, reply: FastifyReply): Promise<UploadSlot | null>
}

export type GateRules = SlotRules & { readonly longestWaitMs: number }

export const gateRules: GateRules = {
  slots: 20,
  slotsPerNetwork: 10,
  maxWaiting: 300,
  maxWaitingPerNetwork: 100,
  longestWaitMs: 20_000,
  slowAfterMs: 10_000,
  slowBytesPerSecond: 8_000,
}

const comeBackSeconds = 5
const samples = 10

type Waiting = {
  readonly id: string
  readonly network: string
  readonly admit: () => void
  readonly refuse: () => void
}

type Holding = {
  readonly id: string
  readonly network: string
  readonly since: number
  readonly request: FastifyRequest
  readonly loses: AbortController
  /** What the line had brought at the last ticks, the newest first. */
  seen: readonly { readonly at: number; readonly bytes: number }[]
}

/** Some uploads at a time, shared fairly by the networks they come from. */
export function openUploadGate(rules: GateRules): UploadGate {
  const holding = new Map<string, Holding>()
  const waiting = new Map<string, Waiting>()
  const tickMs = rules.slowAfterMs / samples
  let ticking: NodeJS.Timeout | null = null

  const slots = () => ({
    holding: [...holding.values()].map((upload) => toHolder(upload)),
    waiting: [...waiting.values()],
  })

  function settle() {
    for (let id = findNextWaiter(slots(), rules); id; id = findNextWaiter(slots(), rules)) {
      waiting.get(id)?.admit()
    }
    const away = findWaiterToReject(slots(), rules)
    if (away) waiting.get(away)?.refuse()
    if (holding.size > 0) ticking ??= setInterval(tick, tickMs).unref()
    else if (ticking) {
      clearInterval(ticking)
      ticking = null
    }
  }

  function tick() {
    for (const upload of holding.values()) {
      upload.seen = [lookAt(upload.request), ...upload.seen].slice(0, samples + 1)
    }
    for (let id = findSlotToReclaim(slots(), rules); id; id = findSlotToReclaim(slots(), rules)) {
      const loser = holding.get(id)
      holding.delete(id)
      settle()
      loser?.loses.abort(new Busy(comeBackSeconds))
    }
  }

  function hold(id: string, network: string, request: FastifyRequest): UploadSlot {
    const loses = new AbortController()
    const seen = [lookAt(request)]
    holding.set(id, { id, network, since: performance.now(), request, loses, seen })
    return {
      lost: loses.signal,
      release() {
        if (holding.delete(id)) settle()
      },
    }
  }

  return {
    enter(request, reply) {
      const { id } = request
      const network = toNetwork(request.ip)
      return new Promise((resolve, reject) => {
        const leave = () => {
          waiting.delete(id)
          clearTimeout(patience)
          reply.raw.off('close', goAway)
        }
        const refuse = () => {
          leave()
          reject(new Busy(comeBackSeconds))
        }
        const goAway = () => {
          leave()
          resolve(null)
        }
        const admit = () => {
          leave()
          resolve(hold(id, network, request))
        }
        const patience = setTimeout(refuse, rules.longestWaitMs)
        reply.raw.once('close', goAway)
        if (request.raw.destroyed || reply.raw.destroyed) return goAway()
        waiting.set(id, { id, network, admit, refuse })
        settle()
      })
    },
  }
}

function toHolder({ id, network, since, request, seen }: Holding): SlotHolder {
  const [newest, oldest] = [seen[0], seen.at(-1)]
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

/** What the line has brought by now; an injected request has none and is here whole. */
function lookAt({ raw }: FastifyRequest) {
  const bytes = raw.socket instanceof Socket ? raw.socket.bytesRead : 0
  return { at: performance.now(), bytes }
}
