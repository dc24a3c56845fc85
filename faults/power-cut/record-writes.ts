import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { createLedger, type Ledger } from '#simulated-class/ledger.ts'
import { createRegistrationForm } from '#test/factories.ts'
import { type Server, type StartedAttempt, startCohort, startServer } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { answerUntilOver } from '../answering-class.ts'
import { requireStrace, toStraceCommand, waitForLogEnd } from '../strace.ts'
import { tracedCalls } from './replay-calls.ts'

/** The test app's, with which the registrants' pictures are encrypted. */
export const imageKey = '07'.repeat(32)

export type Registration = { readonly email: string; readonly atMs: number }

export type Recording = {
  readonly dataDir: string
  readonly log: string
  /** The watched files as they were before the server started, by path. */
  readonly before: ReadonlyMap<string, Buffer>
  /** The same after it was killed, or had ended. */
  readonly after: ReadonlyMap<string, Buffer>
  readonly answers: Ledger
  readonly registrations: readonly Registration[]
  /** The exit code of a server that ended by itself; null where it was killed, or never served. */
  readonly exitCode: number | null
  readonly hasServed: boolean
  readonly output: string
  remove(): void
}

type RecordOptions = {
  /** The server is killed after so many. */
  readonly answers: number
  readonly registrations: number
  readonly isControl?: boolean
  readonly inject?: string
  /** The latest end of the class, in milliseconds after the server's first reply. */
  readonly maxMs?: number
}

/** The files whose content a power cut is looked at for. */
export function isWatched(dataDir: string, path: string): boolean {
  return (
    path.startsWith(join(dataDir, 'images/')) ||
    ['', '-wal', '-journal'].some((ending) => path === join(dataDir, `institute.db${ending}`))
  )
}

/**
 * A class answers and applicants register with pictures, on a server whose system calls are
 * written to a log, until it is killed.
 */
export async function recordWrites(options: RecordOptions): Promise<Recording> {
  requireStrace()
  const folder = mkdtempSync(join(tmpdir(), 'power-cut-'))
  const [dataDir, log] = [join(folder, 'data'), join(folder, 'calls.log')]
  const seats = await createClass(dataDir)
  const before = readWatched(dataDir)
  const answers = createLedger()
  const registrations: Registration[] = []
  const output: string[] = []
  const server = await startTracedServer(dataDir, log, options).catch(() => null)
  if (server) {
    server.child.stdout?.on('data', (chunk) => output.push(String(chunk)))
    const deadline = performance.now() + (options.maxMs ?? 120_000)
    const hasEnded = () => server.child.exitCode !== null
    const isOver = () =>
      hasEnded() || answers.all.length >= options.answers || performance.now() > deadline
    try {
      await Promise.all([
        answerUntilOver(server.url, seats, {
          ledger: answers,
          first: 0,
          isOver,
          toleratedStatuses: options.inject ? [500, 503, 507] : [503],
        }),
        registerAll(server.url, { count: options.registrations, registrations, hasEnded }),
      ])
    } finally {
      await server.kill()
    }
  }
  await waitForLogEnd(log)
  return {
    dataDir,
    log,
    before,
    after: readWatched(dataDir),
    answers,
    registrations,
    exitCode: server?.child.exitCode ?? null,
    hasServed: server !== null,
    output: output.join(''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

async function createClass(dataDir: string): Promise<StartedAttempt[]> {
  const app = await createTestApp({ dataDir, now: () => Date.now() })
  const seats = await startCohort(app, { admin: await app.createAdmin(), count: 8 })
  await app.close({ keep: true })
  return seats
}

function startTracedServer(dataDir: string, log: string, options: RecordOptions): Promise<Server> {
  const { isControl, inject } = options
  const weaken = new URL('./synchronous-normal.ts', import.meta.url).href
  return startServer({
    dataDir,
    // Calls through io_uring would be in no log.
    env: { IMAGE_KEY: imageKey, UV_USE_IO_URING: '0' },
    nodeFlags: isControl ? ['--import', weaken] : [],
    runBy: toStraceCommand({ log, calls: tracedCalls, ...(inject && { inject }) }),
  })
}

type Registering = {
  readonly count: number
  readonly registrations: Registration[]
  readonly hasEnded: () => boolean
}

async function registerAll(url: string, { count, registrations, hasEnded }: Registering) {
  const front = await sharp({ create: { width: 64, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  for (let index = 0; index < count && !hasEnded(); index++) {
    const email = `applicant${index}@example.com`
    const body = createRegistrationForm({ email }, { aadharFront: front, aadharBack: front })
    const reply = await fetch(`${url}/api/students/register`, { method: 'POST', body }).catch(
      () => null,
    )
    if (reply?.status === 201) registrations.push({ email, atMs: Date.now() + 1 })
    await pause(20)
  }
}

function readWatched(dataDir: string): Map<string, Buffer> {
  const paths = [dataDir, join(dataDir, 'images')].flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  )
  return new Map(
    paths
      .filter((path) => isWatched(dataDir, path) && statSync(path).isFile())
      .map((path) => [path, readFileSync(path)]),
  )
}
