import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kindNames } from '#core/questions/question.ts'
import { createQuestions } from '#test/factories.ts'
import {
  buildAnswerUrl,
  findFreePort,
  get,
  post,
  type Server,
  type StartedAttempt,
} from '#test/server-process.ts'
import { createInstitute, type InstituteOptions } from '../started-class.ts'
import type { ClockFake } from './clock-fakes.ts'

type WrongClockOptions = Omit<InstituteOptions, 'now'> & {
  readonly fake: ClockFake
  /** By how much the machine's clock is wrong when the class starts. */
  readonly aheadSeconds: number
}

export type RunningServer = Awaited<ReturnType<typeof openServer>>

/** A class on a machine whose clock is wrong, and can be set. */
export async function openWrongClock({ fake, aheadSeconds, ...options }: WrongClockOptions) {
  const file = join(options.folder, 'ahead')
  const setClock = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`)
  setClock(aheadSeconds)
  const now = () => Date.now() + aheadSeconds * 1000
  const institute = await createInstitute({ ...options, now })
  const { adminCookie } = institute
  const seatedAt = performance.now()
  return {
    setClock,
    seats: institute.seats,
    /** @param bootId another one where the machine has been off */
    async start({ bootId = 'aaaaaaaa01' } = {}) {
      const metricsPort = await findFreePort()
      const server = await institute.start({
        port: await findFreePort(),
        nodeFlags: fake.nodeFlags,
        env: {
          ...fake.env,
          FAKETIME_TIMESTAMP_FILE: file,
          BOOT_ID: bootId,
          METRICS_PORT: `${metricsPort}`,
        },
      })
      return openServer(server, { adminCookie, metricsPort, seatedAt })
    },
  }
}

type Reached = {
  readonly adminCookie: string
  readonly metricsPort: number
  /** When the class started, by a clock that nothing sets. */
  readonly seatedAt: number
}

function openServer(server: Server, { adminCookie, metricsPort, seatedAt }: Reached) {
  const { url } = server
  const asAdmin = { cookie: adminCookie }
  let log = ''
  server.child.stdout?.on('data', (chunk) => {
    log += chunk
  })
  return {
    kill: () => server.kill(),
    readLog: () => log,
    readClock: async () => (await get(`${url}/api/exam-clock`, asAdmin)).json,
    readMetrics: async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text(),
    follow: async () => (await post(`${url}/api/exam-clock/follow`, asAdmin)).json,
    countIncidents: async () => (await get(`${url}/api/incidents/count`, asAdmin)).json,
    /** Leaves out the time that has passed here: a busy machine takes half a minute. */
    async readAttempt(seat: StartedAttempt) {
      const { json } = await get(`${url}/api/students/attempts/${seat.attemptId}/clock`, seat)
      const leftMs = Date.parse(String(json.endsAt)) - Date.parse(String(json.serverTime))
      const passedMs = performance.now() - seatedAt
      return { status: json.status, leftMinutes: Math.round((leftMs + passedMs) / 60_000) }
    },
    answer: async ({ cookie, ...seat }: StartedAttempt) =>
      (
        await post(buildAnswerUrl(url, { cookie, ...seat }), {
          cookie,
          body: { questionId: seat.questionIds[0], selectedOption: 1 },
        })
      ).status,
    finish: ({ cookie, attemptId }: StartedAttempt) =>
      post(`${url}/api/students/finish-quiz/${attemptId}`, { cookie }),
    /** Whether a student can start a test with a window from a minute ago for an hour, truly. */
    async startInWindow({ cookie }: StartedAttempt) {
      const body = { title: 'Windows', duration: 30, questions: createQuestions(2) }
      const created = await post(`${url}/api/test/create`, { ...asAdmin, body })
      const { _id: testId } = created.json.test as { _id: string }
      const toInstant = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
      await post(`${url}/api/test/${testId}/windows`, {
        ...asAdmin,
        body: {
          audience: { kind: 'everyone' },
          opensAt: toInstant(-1),
          closesAt: toInstant(60),
          release: true,
        },
      })
      const started = { cookie, body: { kinds: kindNames } }
      return (await post(`${url}/api/students/start-quiz/${testId}`, started)).status
    },
  }
}
