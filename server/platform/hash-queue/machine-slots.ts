import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A slot that a process takes before it hashes, so that those of one machine share its cores. */
export type MachineSlots = {
  /** @returns what gives it back */
  take(): Promise<() => void>
}

type MachineSlotsOptions = {
  /** The same for the processes that share. */
  readonly name: string
  readonly count: number
  /** After so long it goes on without a slot: a process may hold one and stand still. */
  readonly maxWaitMs?: number
}

const pollMs = 3

/**
 * A slot is a name of an abstract Unix socket, which one process at a time can have and which the
 * kernel frees when that process ends. Whoever waits holds another name meanwhile, so that a process
 * with many jobs does not take every slot that comes free. Where there are no such sockets, as on
 * macOS, nothing is shared.
 */
export function createMachineSlots({
  name,
  count,
  maxWaitMs = 2_000,
}: MachineSlotsOptions): MachineSlots {
  const slots = Array.from({ length: count }, (_, n) => `${name}-${n}`)
  let lastTaken: Promise<unknown> = Promise.resolve()

  async function takeInTurn(): Promise<() => void> {
    const deadline = performance.now() + maxWaitMs
    const turn = await claimAny([`${name}-next`], deadline)
    const slot = await claimAny(slots, deadline)
    turn?.close()
    return () => slot?.close()
  }

  return {
    take() {
      const taken = lastTaken.then(takeInTurn)
      lastTaken = taken
      return taken
    },
  }
}

/** Null after the deadline. */
async function claimAny(names: readonly string[], deadline: number): Promise<Claim | null> {
  for (;;) {
    for (const name of names) {
      const claim = await claimName(name)
      if (claim) return claim
    }
    if (performance.now() >= deadline) return null
    await sleep(pollMs)
  }
}

type Claim = { close(): unknown }

/** Null if another process, or another job of this one, has it. */
function claimName(name: string): Promise<Claim | null> {
  const server = createServer((socket) => socket.destroy()).unref()
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code === 'EADDRINUSE' ? null : { close() {} })
    })
    server.listen({ path: `\0${name}`, exclusive: true }, () => resolve(server))
  })
}
