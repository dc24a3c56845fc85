import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A server in a process of its own, so that the load does not eat its time. */
export type Child<Told = unknown> = {
  readonly port: number
  readonly told: Told
  /** User and system time since it began. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

export async function launch<Told>(file: string, environment = {}): Promise<Child<Told>> {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...environment },
  })
  const { port, told } = await message<{ port: number; told: Told }>(child)
  return {
    port,
    told,
    async cpuSeconds() {
      child.send('cpu')
      return (await message<{ cpuSeconds: number }>(child)).cpuSeconds
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function message<T>(child: ChildProcess): Promise<T> {
  const heard = new AbortController()
  try {
    const [said] = await Promise.race([
      once(child, 'message', heard),
      once(child, 'exit', heard).then(() =>
        Promise.reject(new Error('The server of the bench ended')),
      ),
    ])
    return said as T
  } finally {
    heard.abort()
  }
}

export function tellPort(address: AddressInfo | string | null, told: unknown = null) {
  const port = typeof address === 'object' && address ? address.port : 0
  process.send?.({ port, told })
}

export function answerCpu() {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
}
