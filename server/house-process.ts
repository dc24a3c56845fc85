import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Guest, House } from './house.ts'
import { enrol, questions, releasedExam, sit } from './house-classroom.ts'

type Given = {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly nodeFlags?: readonly string[]
}

export type Server = {
  readonly url: string
  readonly child: ChildProcess
  /** kill -9, as a power cut looks to a process. */
  kill(): Promise<void>
}

const patienceMs = 30_000

/** The real server as a process of its own, once it answers. */
export async function startServer({ dataDir, env = {}, nodeFlags = [] }: Given): Promise<Server> {
  const port = await freePort()
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  const givesUpAt = performance.now() + patienceMs
  while (!(await isUp(url))) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered')
    if (performance.now() > givesUpAt) throw new Error('The server did not answer')
    await new Promise((resolve) => setTimeout(resolve, 50))
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

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A student who sits a test. */
export type Seat = {
  readonly cookie: string
  readonly testId: string
  readonly attemptId: string
  readonly questionIds: readonly string[]
}

/** So many students who have started one test of 20 questions; the first option is the right one. */
export async function seatClass(
  house: House,
  { admin, count, duration = 30 }: { admin: Guest; count: number; duration?: number },
): Promise<Seat[]> {
  const exam = await releasedExam(admin, {
    ...{ duration, questions: questions(20), integrityMode: 'observe' as const },
  })
  const seats: Seat[] = []
  for (let seat = 0; seat < count; seat++) {
    const student = await enrol(house, `Student ${seat}`)
    const { attemptId, paper } = await sit(student, exam._id)
    const cookie = `session=${student.cookies.session}`
    const questionIds = paper.questions.map(({ _id }) => _id)
    seats.push({ cookie, testId: exam._id, attemptId, questionIds })
  }
  return seats
}

type Call = { readonly cookie?: string; readonly body?: unknown }
type Reply = {
  readonly status: number
  readonly text: string
  readonly json: Record<string, unknown>
  readonly headers: Headers
}

export async function post(url: string, { cookie, body }: Call = {}): Promise<Reply> {
  return replyOf(
    await fetch(url, {
      method: 'POST',
      headers: { ...(cookie && { cookie }), 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    }),
  )
}

export async function get(url: string, { cookie }: Call = {}): Promise<Reply> {
  return replyOf(await fetch(url, { headers: cookie ? { cookie } : {} }))
}

async function replyOf(response: Response): Promise<Reply> {
  const text = await response.text()
  return { status: response.status, text, json: JSON.parse(text), headers: response.headers }
}

export function answerUrl(url: string, { attemptId, testId }: Seat): string {
  return `${url}/api/students/submit-answer/${attemptId}/${testId}`
}
