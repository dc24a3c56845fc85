import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildAnswerUrl,
  type Server,
  type StartedAttempt,
  startCohort,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'

type InstituteOptions = {
  readonly databaseUrl: string
  /** The folder for the files that processes keep beside the database. */
  readonly folder: string
  readonly students: number
  readonly schema?: string
}

/** Students who have begun an exam of three hours, on a database that no process serves yet. */
export async function createInstitute({
  databaseUrl,
  folder,
  students,
  schema = 'public',
}: InstituteOptions): Promise<StartedAttempt[]> {
  const dataDir = join(folder, 'setup')
  mkdirSync(dataDir, { recursive: true })
  const app = await createTestApp({ dataDir, databaseUrl, schema, now: () => Date.now() })
  const admin = await app.createAdmin()
  const seats = await startCohort(app, { admin, count: students, duration: 180 })
  await app.close({ keep: true })
  return seats
}

type ProcessOptions = {
  readonly databaseUrl: string
  readonly folder: string
  readonly name: string
  readonly port?: number
  readonly env?: Readonly<Record<string, string>>
}

/** One of several processes on the database: keys and pictures are shared, its folder is its own. */
export function startProcess({ databaseUrl, folder, name, port, env }: ProcessOptions) {
  return startServer({
    dataDir: join(folder, name),
    ...(port && { port }),
    env: {
      DATABASE_URL: databaseUrl,
      IMAGES_URL: join(folder, 'images'),
      IMAGE_KEY: '07'.repeat(32),
      SECRET_KEY: '08'.repeat(32),
      ...env,
    },
  })
}

export const hasEnded = ({ child }: Server) => child.exitCode !== null || child.signalCode !== null

type Probe = {
  readonly at: number
  readonly status: number
  readonly retryAfter: string | null
}

const probeEveryMs = 50
/** Longer than the 5 s for which a call may wait for a connection to the database. */
const probeTimeoutMs = 15_000

type ProbeCall = { readonly path: string } & Pick<RequestInit, 'method' | 'headers' | 'body'>

/** Asks for a student's clock. */
export function askForClock({ attemptId, cookie }: StartedAttempt): ProbeCall {
  return { path: `/api/students/attempts/${attemptId}/clock`, headers: { cookie } }
}

/** Answers a question, each time anew. */
export function answerAnew(seat: StartedAttempt): ProbeCall {
  const [questionId] = seat.questionIds
  return {
    path: buildAnswerUrl('', seat),
    method: 'POST',
    headers: { cookie: seat.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ questionId, selectedOption: 1, sequence: Date.now() }),
  }
}

/** Makes a call again and again, without retrying. */
export function startProbing(url: string, createCall: () => ProbeCall) {
  const probes: Probe[] = []
  let isOver = false
  const ask = async (): Promise<Probe> => {
    const at = Date.now()
    try {
      const { path, ...call } = createCall()
      const signal = AbortSignal.timeout(probeTimeoutMs)
      const reply = await fetch(`${url}${path}`, { ...call, signal })
      await reply.text()
      return { at, status: reply.status, retryAfter: reply.headers.get('retry-after') }
    } catch {
      return { at, status: 0, retryAfter: null }
    }
  }
  const run = async () => {
    while (!isOver) {
      probes.push(await ask())
      await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
    }
  }
  const done = run()
  return {
    /** Resolves with how long after this moment the first call that began since was answered. */
    async measureReturn(since: number, timeoutMs = 20_000): Promise<number> {
      while (Date.now() < since + timeoutMs) {
        const first = probes.find(({ at, status }) => at >= since && status === 200)
        if (first) return first.at - since
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      return Number.POSITIVE_INFINITY
    },
    /** Statuses with how often they came, and what is neither an answer nor a 503 with Retry-After. */
    summarize() {
      const counts = new Map<number, number>()
      for (const { status } of probes) counts.set(status, (counts.get(status) ?? 0) + 1)
      const odd = probes.filter(
        ({ status, retryAfter }) => status !== 200 && !(status === 503 && Number(retryAfter) >= 1),
      )
      return { counts, odd }
    },
    async end() {
      isOver = true
      await done
    },
  }
}
