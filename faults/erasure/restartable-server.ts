import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Server, startServer } from '#test/server-process.ts'
import { type Browser, type BrowserReply, createBrowser } from '../browser.ts'

const admin = { email: 'owner@example.com', password: 'four grey herons wade slowly' }

export type RestartableServer = Awaited<ReturnType<typeof createRestartableServer>>

/**
 * A real server that can be killed and restarted on the same data; all of its files are below one
 * folder.
 */
export async function createRestartableServer() {
  const folder = mkdtempSync(join(tmpdir(), 'erasure-'))
  const dataDir = join(folder, 'data')
  const tempFolder = join(folder, 'tmp')
  mkdirSync(dataDir)
  mkdirSync(tempFolder)
  const output: Buffer[] = []
  let server: Server | null = null
  const browsers = new Set<Browser>()

  const openVisitor = () => {
    if (!server) throw new Error('The server is not running')
    const browser = createBrowser({ url: server.url, localAddress: '127.0.0.1' })
    browsers.add(browser)
    return browser
  }

  return {
    folder,
    dataDir,
    /** Everything that the server has printed, over all its restarts. */
    output: () => Buffer.concat(output),
    openVisitor,
    async start() {
      server = await startServer({
        dataDir,
        env: {
          RATE_LIMITS: 'on',
          TMPDIR: tempFolder,
          ADMIN_EMAIL: admin.email,
          ADMIN_PASSWORD: admin.password,
        },
      })
      server.child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
    },
    port: () => Number(new URL(server?.url ?? '').port),
    async kill() {
      for (const browser of browsers) browser.close()
      browsers.clear()
      await server?.kill()
      server = null
    },
    async logInAsOwner(): Promise<Browser> {
      const browser = openVisitor()
      // A server that has just started to listen is still creating its first admin.
      for (let tries = 1; ; tries++) {
        const answer = await browser.call('POST', '/api/auth/admin', admin)
        if (answer.status === 200) return browser
        if (tries === 5) expectStatus(answer, 200, 'the owner logs in')
        await pause(300)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function expectStatus(answer: BrowserReply, status: number, step: string): BrowserReply {
  if (answer.status === status) return answer
  throw new Error(`${step}: ${answer.status} instead of ${status}, ${answer.text.slice(0, 300)}`)
}

/** Polls until `find` returns something; null after the timeout. */
export async function waitFor<T>(find: () => T | null, timeoutMs = 10_000): Promise<T | null> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = find()
    if (found !== null || performance.now() > deadline) return found
    await pause(25)
  }
}
