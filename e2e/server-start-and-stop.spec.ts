import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { findFreePort } from '#test/server-process.ts'

const startedProcesses: ChildProcess[] = []
const folders: string[] = []

test.afterEach(() => {
  // npm and its child processes are one group, so nothing survives a failed test.
  for (const { pid } of startedProcesses.splice(0))
    if (pid && isAlive(-pid)) process.kill(-pid, 'SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

test('npm start serves, prints the first password once, and ends on a signal', async ({ page }) => {
  const instance = await createInstance()
  const first = startWithNpm(instance)
  await first.waitUntilUp()
  // A build would take the files from journeys that run at the same time.
  expect(first.output()).not.toContain('Building')
  await expect.poll(first.output).toMatch(/password {2}\S+/)
  expect(first.output()).toContain(`SQLite, a new institute in ${instance.folder}\n`)
  await page.goto(instance.url)
  await expect(page).toHaveTitle(/FSD/)
  await openConnection(instance)
  const slow = await openConnection(instance)
  slow.write('POST /api/enquiries HTTP/1.1\r\nhost: academy\r\ncontent-length: 2\r\n\r\n')
  setTimeout(() => slow.write('{}'), 500)
  expect(await first.stop('SIGTERM')).toBe(0)

  const again = startWithNpm(instance)
  await again.waitUntilUp()
  expect(again.output()).not.toContain('password')
  expect(again.output()).toContain(`SQLite, the institute in ${instance.folder}\n`)
  expect(await again.stop('SIGINT')).toBe(0)
})

test('a restart without changes answers quickly, even after kill -9', {
  tag: '@long',
}, async () => {
  const instance = await createInstance()
  const login = { email: 'owner@example.com', password: 'a long owner password' }
  const settings = { ADMIN_EMAIL: login.email, ADMIN_PASSWORD: login.password }
  const first = startWithNpm(instance, settings)
  await first.waitUntilUp()
  const reply = await fetch(`${instance.url}/api/auth/admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  })
  expect(reply.status, 'the first admin is there once anything answers').toBe(200)
  expect(await first.stop('SIGKILL')).toBeNull()

  const again = startWithNpm(instance)
  // The promise is 2 s on an idle machine; this one may be busy.
  expect(await again.waitUntilUp()).toBeLessThan(20_000)
  expect(again.output()).not.toContain('Building')
})

test('a second process on the same folder ends at once and says why', {
  tag: '@long',
}, async () => {
  const instance = await createInstance()
  const first = startWithNpm(instance)
  await first.waitUntilUp()
  const elsewhere = { ...(await createInstance()), folder: instance.folder }
  // With another address the screens would have to be built anew.
  const second = startWithNpm(elsewhere, { PUBLIC_URL: 'http://elsewhere.example' })
  expect(await second.waitForExit()).toBe(1)
  expect(second.output()).toContain(`Another process is using the folder ${instance.folder}`)
  expect(second.output()).not.toContain('Building')
  expect((await fetch(`${instance.url}/healthz`)).status).toBe(200)
})

test('an invalid setting stops the start with a line that names it', { tag: '@long' }, async () => {
  const wrong = startWithNpm(await createInstance(), { SMTP_URL: 'mail.example' })
  expect(await wrong.waitForExit()).toBe(1)
  expect(wrong.output()).toContain('SMTP_URL: ')
})

/** Keeps the connection open, as a browser would. */
async function openConnection({ port }: Instance) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  return socket
}

type Instance = { readonly folder: string; readonly port: number; readonly url: string }

async function createInstance(): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'starts-'))
  folders.push(folder)
  const port = await findFreePort()
  return { folder, port, url: `http://127.0.0.1:${port}` }
}

function startWithNpm({ folder, port, url }: Instance, more: NodeJS.ProcessEnv = {}) {
  const startedAt = performance.now()
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), ...more }
  const child = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  startedProcesses.push(child)
  let output = ''
  child.stdout.on('data', (chunk) => (output += chunk))
  child.stderr.on('data', (chunk) => (output += chunk))
  const waitForExit = async () =>
    (child.exitCode ?? child.signalCode) || (await once(child, 'exit'))[0]
  return {
    output: () => output,
    waitForExit,
    /** Resolves with the time it took, in milliseconds. */
    async waitUntilUp(): Promise<number> {
      const getHealthStatus = () => fetch(`${url}/healthz`).then(({ status }) => status, String)
      await expect.poll(getHealthStatus, { intervals: [50], timeout: 40_000 }).toBe(200)
      return performance.now() - startedAt
    },
    /** SIGKILL goes to the whole group, like a power cut; npm passes any other signal on. */
    async stop(signal: NodeJS.Signals): Promise<number | null> {
      const ended = once(child, 'exit')
      const group = -(child.pid ?? 0)
      process.kill(signal === 'SIGKILL' ? group : -group, signal)
      const [code] = await ended
      await expect.poll(() => isAlive(group)).toBe(false)
      return code
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
