import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createQuestions, createReleasedExam, createStudent, startAttempt } from './factories.ts'
import type { TestApp, TestClient } from './test-app.ts'

export type ServerOptions = {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeFlags?: readonly string[]
  /** A program and its arguments that become node: what is started keeps its process id. */
  readonly runBy?: readonly string[]
  /** Without one, a free port. */
  readonly port?: number
  /** How often it is asked whether it answers. */
  readonly pollEveryMs?: number
}

export type Server = {
  readonly url: string
  readonly child: ChildProcess
  /** kill -9, which to a process looks like a power cut. */
  kill(): Promise<void>
}

const startTimeoutMs = 30_000
/** As `npm start` starts it (decisions 0085 and 0103). */
export const productionFlags = ['--max-semi-space-size=8', '--heap-growing-percent=50']
export const productionEnvironment = { MALLOC_ARENA_MAX: '1' }
const mainPath = join(import.meta.dirname, '../server/main.ts')
/** Compiling takes two thirds of the CPU time of a start in an empty folder. */
const compileCache = join(import.meta.dirname, '../node_modules/.cache/test-servers')

/** Starts the real server in a process of its own, and resolves once it answers. */
export async function startServer({
  dataDir,
  env = {},
  nodeFlags = [],
  runBy = [],
  port: chosenPort,
  pollEveryMs = 50,
}: ServerOptions): Promise<Server> {
  const port = chosenPort ?? (await findFreePort())
  const flags = [...productionFlags, ...nodeFlags]
  const [program, ...args] = [...runBy, process.execPath, ...flags, mainPath]
  const child = spawn(program as string, args, {
    env: {
      ...process.env,
      ...productionEnvironment,
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMITS: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const deadline = performance.now() + startTimeoutMs
  while (!(await isUp(url))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The server ended before it answered')
    if (performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error('The server did not answer')
    }
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs))
  }
  child.stdout?.resume()
  return {
    url,
    child,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** A student taking a test. */
export type StartedAttempt = {
  readonly cookie: string
  readonly testId: string
  readonly attemptId: string
  readonly questionIds: readonly string[]
}

type CohortOptions = {
  readonly admin: TestClient
  readonly count: number
  /** In minutes. */
  readonly duration?: number
  /** 0 sets no limit. */
  readonly attemptsAllowed?: number
}

/** Students who have started one test of 20 questions; the first option is the right one. */
export async function startCohort(
  app: TestApp,
  { admin, count, duration = 30, attemptsAllowed = 1 }: CohortOptions,
): Promise<StartedAttempt[]> {
  const exam = await createReleasedExam(admin, {
    duration,
    attemptsAllowed,
    questions: createQuestions(20),
    integrityMode: 'observe' as const,
  })
  const startedAttempts: StartedAttempt[] = []
  for (let index = 0; index < count; index++) {
    const student = await createStudent(app, `Student ${index}`)
    const { attemptId, paper } = await startAttempt(student, exam._id)
    const cookie = `session=${student.cookies.session}`
    const questionIds = paper.questions.map(({ _id }) => _id)
    startedAttempts.push({ cookie, testId: exam._id, attemptId, questionIds })
  }
  return startedAttempts
}

type CallOptions = { readonly cookie?: string; readonly body?: unknown }
type Reply = {
  readonly status: number
  readonly text: string
  readonly json: Record<string, unknown>
  readonly headers: Headers
}

export async function post(url: string, { cookie, body }: CallOptions = {}): Promise<Reply> {
  return toReply(
    await fetch(url, {
      method: 'POST',
      headers: { ...(cookie && { cookie }), 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  )
}

export async function get(url: string, { cookie }: CallOptions = {}): Promise<Reply> {
  return toReply(await fetch(url, { headers: cookie ? { cookie } : {} }))
}

async function toReply(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, text, json: JSON.parse(text), headers: response.headers }
}

export function buildAnswerUrl(url: string, { attemptId, testId }: StartedAttempt): string {
  return `${url}/api/students/submit-answer/${attemptId}/${testId}`
}

/** A port that was free a moment ago, for a program that cannot choose one itself. */
export async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
