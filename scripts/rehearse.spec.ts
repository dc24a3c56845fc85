import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminLogin } from '#contract/accounts.ts'
import { createExam } from '#contract/exams.ts'
import { beginTotp, turnOffTotp, turnOnTotp } from '#contract/second-factor.ts'
import { importStudents } from '#contract/student-import.ts'
import { createClient } from '#simulated-class/http-client.ts'
import { createQuestions } from '#test/factories.ts'
import { type FlakyProxy, startFlakyProxy } from '#test/flaky-proxy.ts'
import { type Server, startServer } from '#test/server-process.ts'

// Each runs an exam of 6 s in processes of their own, and the machine may be busy.
vi.setConfig({ testTimeout: 60_000 })

const owner = { ADMIN_EMAIL: 'asha@example.com', ADMIN_PASSWORD: 'a long owner password' }
const realStudent = { name: 'Nila Menon', email: 'nila@example.com', course: 'php' }

let dataDir: string
let server: Server
let proxy: FlakyProxy | undefined
let admin: ReturnType<typeof createClient>
const children: ChildProcess[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rehearse-'))
  server = await startServer({ dataDir, env: { ...owner, RATE_LIMITS: 'on' } })
  admin = createClient(new URL(server.url))
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = owner
  await admin.request(adminLogin, { body: { email, password } })
  const body = { title: 'Rehearsal of the choir', duration: 30, questions: createQuestions(1) }
  await admin.request(createExam, { body })
  const rows = [{ line: 1, ...realStudent }]
  await admin.request(importStudents, { body: { rows, batchId: null, deliver: 'slips' } })
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await proxy?.close()
  proxy = undefined
})
afterAll(async () => {
  admin.close()
  await server.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

type Run = {
  readonly child: ChildProcess
  readonly text: () => string
  readonly code: Promise<number | null>
}

function rehearse(args: readonly string[], { url = server.url, env = {} } = {}): Run {
  const script = join(import.meta.dirname, 'rehearse.ts')
  const child = spawn(process.execPath, [script, '--url', url, ...args], {
    env: { ...process.env, ...owner, ...env },
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  }
  const code = once(child, 'close').then(([exitCode]) => exitCode as number | null)
  return { child, text: () => text, code }
}

const small = ['--students', '4', '--minutes', '0.1']

/** In the middle of it: students are there, and the window is open or about to be. */
async function startAndWait(): Promise<Run> {
  const run = rehearse(['--students', '4', '--minutes', '5'])
  await vi.waitFor(() => expect(run.text()).toContain('wait in the lobby'), { timeout: 30_000 })
  await vi.waitFor(() => expect(readTable('attempts')).not.toEqual([]), { timeout: 20_000 })
  return run
}

type Table = 'students' | 'accounts' | 'exams' | 'attempts' | 'exam_windows' | 'mails' | 'audit'

function readTable(table: Table): Record<string, unknown>[] {
  const sqlite = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  const rows = sqlite.prepare(`SELECT * FROM ${table}`).all() as Record<string, unknown>[]
  sqlite.close()
  return rows
}

/** Expects the earlier data to be there unchanged, and nothing else. */
function expectNothingLeft() {
  expect(readTable('students').map(({ email }) => email)).toEqual([realStudent.email])
  expect(
    readTable('accounts')
      .map(({ email }) => email)
      .toSorted(),
  ).toEqual([owner.ADMIN_EMAIL, realStudent.email])
  expect(readTable('exams').map(({ title }) => title)).toEqual(['Rehearsal of the choir'])
  for (const table of ['attempts', 'exam_windows', 'mails'] as const)
    expect(readTable(table), table).toEqual([])
  const outbox = join(dataDir, 'outbox')
  expect(existsSync(outbox) ? readdirSync(outbox) : []).toEqual([])
}

describe('a rehearsal', () => {
  it('plays a whole exam, says go or no-go, and leaves only entries in the audit log', async () => {
    const run = rehearse(small)
    const code = await run.code
    expect(run.text()).toContain('4 of 4 students finished')
    // Which of them depends on how busy the machine is, and on nothing else.
    const verdict = code === 0 ? /^GO\. Nearest to its limit: / : /^NO-GO: .* \(p99\) \(measured /
    expect(run.text()).toMatch(new RegExp(verdict.source, 'm'))
    expect(run.text()).not.toMatch(/given up \d|Still there/)
    for (const call of ['Logging in', 'From the lobby to the paper', 'Saving an answer'])
      expect(run.text()).toMatch(new RegExp(`^${call} +[1-9]`, 'm'))
    expectNothingLeft()
    const actions = readTable('audit').map(({ action }) => action)
    expect(actions).toEqual(expect.arrayContaining(['exam.erasure-ordered', 'students.erased']))
  })

  it('says no-go for a server that saves answers too slowly, and names the figure', async () => {
    proxy = await startFlakyProxy(server.url, { lateMs: 900 })
    proxy.getOutcome = ({ path }) => (path.includes('/submit-answer/') ? 'delay' : 'pass')
    const run = rehearse(small, { url: proxy.url })
    expect(await run.code).toBe(1)
    expect(run.text()).toMatch(
      /^NO-GO: the first thing to fail would be: Saving an answer \(p99\) \(measured /m,
    )
    expectNothingLeft()
  })

  it('erases its data when it is stopped', async () => {
    const run = await startAndWait()
    run.child.kill('SIGINT')
    expect(await run.code).toBe(2)
    expect(run.text()).toContain('Nothing of the rehearsal is left')
    expectNothingLeft()
  })

  it('that was killed is erased by the next call', async () => {
    const killed = await startAndWait()
    killed.child.kill('SIGKILL')
    await killed.code
    expect(readTable('students')).toHaveLength(5)
    const cleaning = rehearse(['--clean-up'])
    expect(await cleaning.code).toBe(0)
    expect(cleaning.text()).toContain('has left 4 made-up students and 1 test')
    expectNothingLeft()
    const again = rehearse(['--clean-up'])
    expect(await again.code).toBe(0)
    expect(again.text()).not.toContain('has left')
  })
})

describe('who may rehearse', () => {
  it('learns of a wrong password, and nothing is created', async () => {
    const run = rehearse(small, { env: { ADMIN_PASSWORD: 'not the password' } })
    expect(await run.code).toBe(2)
    expect(run.text()).toContain('The email address or password is not right.')
    expectNothingLeft()
  })

  it('learns that there is no server', async () => {
    const run = rehearse(small, { url: 'http://127.0.0.1:9' })
    expect(await run.code).toBe(2)
    expect(run.text()).toContain('No server answers at http://127.0.0.1:9.')
  })

  it('is asked for a code if the account has an authenticator app', async () => {
    const { json } = await admin.request(beginTotp)
    const totp = new TOTP({ secret: Secret.fromBase32(json.key) })
    await admin.request(turnOnTotp, { body: { code: totp.generate() } })
    const run = rehearse(['--clean-up'])
    await vi.waitFor(() => expect(run.text()).toContain('Code of the authenticator app'), 20_000)
    // A code is good for one login.
    run.child.stdin?.write(`${totp.generate({ timestamp: Date.now() + 30_000 })}\n`)
    expect(await run.code).toBe(0)
    await admin.request(turnOffTotp)
    expect(run.text()).toContain('Nothing of a rehearsal is left.')
  })
})
