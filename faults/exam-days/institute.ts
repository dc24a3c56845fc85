import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { Client } from 'pg'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { type StaffRole, staffRoleNames } from '#core/accounts/permissions.ts'
import { processPasswordRequests } from '#server/accounts/request-one-time-password.ts'
import { expireAttempts } from '#server/attempts/expire-attempts.ts'
import { createInProcessClient, type Reply } from '#server/http/in-process-client.ts'
import { startClock } from '#server/incidents/exam-clock/start-clock.ts'
import { createClockWatch } from '#server/incidents/exam-clock/watch-clock.ts'
import { applyDueActions, finishLeftActions } from '#server/live/live-actions.ts'
import { reconcileRegisters } from '#server/registers/reconcile-registers.ts'
import { reconcileSeats } from '#server/registers/seat-students.ts'
import { writeWindowEmails } from '#server/window-emails/write-window-emails.ts'
import { type DatabaseGate, openDatabaseGate } from '#test/database-gate.ts'
import {
  createBatch,
  createMixedQuestions,
  createReleasedExam,
  createStudent,
  studentPassword,
} from '#test/factories.ts'
import {
  createTestApp,
  type TestApp,
  type TestClient,
  withReauthentication,
} from '#test/test-app.ts'
import { createAnswerLedger } from './answer-ledger.ts'
import { Finding } from './finding.ts'

type CallOptions<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
}

type Call = <E extends Endpoint>(
  endpoint: E,
  options?: CallOptions<E>,
) => Promise<Reply<ReplyOf<E>>>

/** Calls as somebody; the reply is in the trail. */
export type Caller = {
  readonly call: Call
  /** While the database is away the call may be refused for now, and is sent again. */
  readonly callUntilTaken: Call
}

export type Student = Caller & { readonly id: string; email: string }

type Started = {
  readonly id: string
  readonly testId: string
  readonly student: Student
  /** As presented last. */
  questions: readonly PresentedQuestion[]
}

const namesOfEndpoints = new Map(Object.entries(endpoints).map(([name, one]) => [one, name]))
const morning = Date.UTC(2026, 10, 21, 4, 30)
const oneTimePassword = /\b[a-zA-Z2-9]{4}(-[a-zA-Z2-9]{4}){2}\b/g
/** Words that only a key has. */
const keyWords = /correct|isRight|"key"/i

export type Institute = Awaited<ReturnType<typeof startInstitute>>

/**
 * An institute on the real app with clocks of its own: staff of each role, five students, a batch and
 * two tests. What its people do is drawn elsewhere.
 */
export async function startInstitute(serverUrl?: string) {
  const gate = serverUrl === undefined ? null : await openDatabaseGate(serverUrl)
  const databaseUrl = gate?.url
  const clocks = { wallAt: morning, upMs: 1_000, bootMs: 900_000 }
  const ids = { id: 0, seed: 0 }
  const schema = `day_${crypto.randomUUID().replaceAll('-', '')}`
  const machine = {
    getWallTime: () => clocks.wallAt,
    getMonotonicMs: () => clocks.upMs,
    getBootMs: () => clocks.bootMs,
    bootId: 'aaaaaaaa01',
    host: 'server-1',
  }
  const open = async (dataDir?: string) => {
    const opened = await createTestApp({
      databaseUrl,
      schema: databaseUrl ? schema : '',
      machine,
      deterministicIds: ids,
      ...(dataDir && { dataDir }),
    })
    await startClock(opened.deps)
    return opened
  }

  let app: TestApp = await open()
  const trail: string[] = []
  const ledger = createAnswerLedger()
  /** The last call of each attempt's page, by the monotonic clock. */
  const lastCalls = new Map<string, number>()
  const counts = { calls: 0, restarts: 0, inverses: 0 }
  const clients: (() => void)[] = []
  /** Not while a restart has failed. */
  let isOpen = true
  let watchClock = createClockWatch(app.deps)

  /** @param login how this person gets a new session once theirs has ended */
  function createCaller(
    who: string,
    first: TestClient,
    login: { path: string; email: string },
  ): Caller {
    const renew = () => withLogin(createInProcessClient(app.fastify, client.cookies), login)
    let client = first
    client = renew()
    clients.push(() => {
      client = renew()
    })
    const send = async (isAway: boolean, endpoint: Endpoint, options?: CallOptions<Endpoint>) => {
      counts.calls += 1
      let reply = await client.request(endpoint, options)
      for (let tries = 0; isAway && reply.status === 503 && tries < maxTries; tries++) {
        await sleep(5)
        reply = await client.request(endpoint, options)
      }
      const name = namesOfEndpoints.get(endpoint) ?? ''
      const line = `${who} ${name} ${JSON.stringify(options ?? {})}: ${reply.status} ${reply.text}`
      trail.push(line.replaceAll(oneTimePassword, '…'))
      if (reply.status >= 500) throw new Finding(line)
      if (who.startsWith('student') && name !== 'getOwnResult' && keyWords.test(reply.text))
        throw new Finding(`A key: ${line}`)
      noteCall(name, options, reply)
      return reply
    }
    return {
      call: (endpoint, options) => send(false, endpoint, options) as never,
      callUntilTaken: (endpoint, options) => send(true, endpoint, options) as never,
    }
  }

  function noteCall(
    name: string,
    options: CallOptions<Endpoint> = {},
    { status, json }: Reply<unknown>,
  ) {
    if (status !== 200 || !callsOfPages.includes(name)) return
    const { attemptId, quizAttemptId } = {
      ...(options.params ?? {}),
      ...(json as object),
    } as Record<string, string>
    lastCalls.set(attemptId ?? quizAttemptId ?? '', clocks.upMs)
  }

  /** A session that has ended begins anew, as on the screens. */
  function withLogin(client: TestClient, login: { path: string; email: string }): TestClient {
    if (login.path !== studentLogin) return withReauthentication(client, login.email)
    const { send } = client
    client.send = async (...call) => {
      const reply = await send(...call)
      if (reply.json.code !== 'not-signed-in' || (await isDeleted(login.email))) return reply
      const body = { email: login.email, password: studentPassword }
      const { status } = await send('POST', login.path, { body })
      return status === 200 ? send(...call) : reply
    }
    return client
  }

  /** A login that fails is noted in the background, at another time on each engine. */
  async function isDeleted(email: string): Promise<boolean> {
    const found = await app.deps.db.read
      .selectFrom('students')
      .select('id')
      .where('email', '=', email)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return !found
  }

  const students: Student[] = []
  async function addStudent(name: string): Promise<Student> {
    const email = `student${students.length}@example.com`
    const created = await createStudent(app, name, { email })
    const login = { path: studentLogin, email }
    const caller = createCaller(`student ${students.length}`, created, login)
    const student: Student = {
      ...caller,
      id: created.id,
      get email() {
        return login.email
      },
      set email(changed) {
        login.email = changed
      },
    }
    students.push(student)
    return student
  }

  const owner = await app.createAdmin()
  const staff: Partial<Record<StaffRole, Caller>> = {}
  for (const role of staffRoleNames) {
    const email = `${role}.staff@example.com`
    const client = await app.createStaff(role, email)
    staff[role] = createCaller(role, client, { path: '/api/auth/admin', email })
  }
  for (const name of ['Priya Nair', 'Rohan Rao', 'Asha Patil', 'Priya Nair', 'Imran Khan'])
    await addStudent(name)
  const batch = await createBatch(owner, students.slice(0, 3) as never)
  const strict = await createReleasedExam(owner, {
    title: 'React JS',
    duration: 20,
    shuffleOptions: true,
    attemptsAllowed: 2,
    questions: createMixedQuestions(5),
  })
  const free = await createReleasedExam(owner, {
    title: 'HTML basics',
    duration: 10,
    integrityMode: 'warn',
    navigation: 'free',
    countedAttempt: 'best',
    attemptsAllowed: 0,
    questions: createMixedQuestions(4),
  })

  async function runJobs() {
    const { deps } = app
    await watchClock()
    await expireAttempts(deps)
    await applyDueActions(deps)
    await reconcileRegisters(deps)
    await reconcileSeats(deps)
    await processPasswordRequests(deps)
    await writeWindowEmails(deps)
    await sendEmails()
  }

  /** Until no email is due. */
  async function sendEmails() {
    app.deps.mail.wake()
    for (let waited = 0; waited < 2_000; waited += 1) {
      const { db, now, mail } = app.deps
      const nextAt = await mail.findNextTryAt()
      const isDue = nextAt !== null && nextAt <= now()
      const underWay = await db.read
        .selectFrom('mails')
        .select('id')
        .where('state', '=', 'queued')
        .where('leased_until', '>', now())
        .executeTakeFirst()
      if (!isDue && !underWay) return
      await sleep(2)
    }
    throw new Finding('An email that is due is not sent')
  }

  function move(ms: number) {
    clocks.wallAt += ms
    clocks.upMs += ms
    clocks.bootMs += ms
  }

  async function pass(ms: number) {
    // An email on its way for longer than a lease would be sent again.
    await processPasswordRequests(app.deps)
    await sendEmails()
    move(ms)
    while ([...lastCalls.values()].some((at) => isUnclear(clocks.upMs - at))) move(unclearMs)
    await runJobs()
  }

  /** A kill takes what the disk has in that moment. */
  async function restart(isKilled: boolean) {
    counts.restarts += 1
    await app.deps.heartbeat.beat()
    const before = app
    const folder = mkdtempSync(join(tmpdir(), 'exam-days-'))
    if (isKilled) cpSync(before.dataDir, folder, { recursive: true })
    await before.close({ keep: true })
    if (!isKilled) cpSync(before.dataDir, folder, { recursive: true })
    rmSync(before.dataDir, { recursive: true, force: true })
    isOpen = false
    app = await open(folder)
    isOpen = true
    watchClock = createClockWatch(app.deps)
    await expireAttempts(app.deps)
    await finishLeftActions(app.deps)
    for (const renew of clients) renew()
  }

  /** For a moment: another process holds the file of SQLite, PostgreSQL is out of reach. */
  async function withDatabaseAway(run: () => Promise<unknown>) {
    const back = gate ? closeGate(gate) : lockFile(join(app.dataDir, 'institute.db'))
    const running = run()
    await sleep(awayMs)
    back()
    await running
  }

  return {
    get app() {
      return app
    },
    clocks,
    trail,
    ledger,
    counts,
    students,
    addStudent,
    staff: staff as Readonly<Record<StaffRole, Caller>>,
    tests: [strict._id, free._id],
    batches: [batch._id],
    windows: [] as string[],
    started: [] as Started[],
    actions: [] as string[],
    decisions: [] as string[],
    now: () => app.deps.now(),
    pass,
    /** A live table looks for students who have not started every 15 s, and for the rest more often. */
    settle: () => pass(16_000),
    runJobs,
    restart,
    withDatabaseAway,
    /** For an act that sends another number each time. */
    count: (() => {
      let last = 0
      return () => ++last
    })(),
    async close() {
      if (isOpen) await app.close()
      await gate?.remove()
      if (serverUrl) await dropSchema(serverUrl, schema)
    },
  }
}

/** A connection that was cut is noticed at the next call, and there are a few of them. */
const maxTries = 1_000
const awayMs = 10

function closeGate(gate: DatabaseGate): () => void {
  gate.close()
  return gate.open
}

function lockFile(path: string): () => void {
  const other = new Sqlite(path)
  other.exec('BEGIN IMMEDIATE')
  return () => void other.close()
}

const callsOfPages = [
  'getAttemptClock',
  'getQuestions',
  'reportEvent',
  'sendLateAnswers',
  'submitAnswer',
]

/**
 * One process is sure of a silence after a minute, and those that share a PostgreSQL 15 s later: in
 * between the engines may differ.
 */
const unclearMs = 20_000
const isUnclear = (silentMs: number) => silentMs > 58_000 && silentMs < 58_000 + unclearMs

const studentLogin = '/api/auth/studentLogin'

async function dropSchema(serverUrl: string, schema: string) {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`DROP SCHEMA ${schema} CASCADE`)
  await client.end()
}
