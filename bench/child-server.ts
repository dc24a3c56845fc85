import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

/** A server in a process of its own, so that the load generator does not use its time. */
export type ChildServer<Data = unknown> = {
  readonly url: string
  readonly pid: number
  readonly data: Data
  /** User and system time since its start. */
  cpuSeconds(): Promise<number>
  stop(): Promise<void>
}

export async function launchServer<Data>(
  file: string,
  environment = {},
): Promise<ChildServer<Data>> {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...environment },
  })
  const { port, data } = await receiveMessage<{ port: number; data: Data }>(child)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    data,
    async cpuSeconds() {
      child.send('cpu')
      return (await receiveMessage<{ cpuSeconds: number }>(child)).cpuSeconds
    },
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

async function receiveMessage<T>(child: ChildProcess): Promise<T> {
  const abortController = new AbortController()
  try {
    const [received] = await Promise.race([
      once(child, 'message', abortController),
      once(child, 'exit', abortController).then(() =>
        Promise.reject(new Error('The server of the bench ended')),
      ),
    ])
    return received as T
  } finally {
    abortController.abort()
  }
}

export function reportPort(address: AddressInfo | string | null, data: unknown = null) {
  const port = typeof address === 'object' && address ? address.port : 0
  process.send?.({ port, data })
}

export function answerCpuRequests() {
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    process.send?.({ cpuSeconds: (user + system) / 1e6 })
  })
}
