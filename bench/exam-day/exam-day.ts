import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { adminLogin } from '#contract/accounts.ts'
import { getScoreStatistics, listExamAttempts } from '#contract/results.ts'
import { createSeededRandom, type RandomNumber } from '#core/random.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { type Cohort, createCohort } from '#test/cohort.ts'
import { startServer } from '#test/server-process.ts'
import { adminPassword } from '#test/test-app.ts'
import { type ChildServer, launchServer } from '../child-server.ts'
import { type Connection, createConnections } from './connection.ts'
import { createTallies, type ExamDayFigures, type ExamDayPlan, type Tallies } from './figures.ts'
import { readUsage, watchMemory } from './process-usage.ts'
import { CallFailed, createStudent, ignore, type Student } from './student.ts'

/** The devices that are switched off before the end; the server closes their attempts. */
const leavingShare = 0.05
const returnSeconds = 10
/** Nothing closes later than this after the last deadline, or the run has failed. */
const closingLimitMs = 120_000
const questionCount = 20
/** How much think times differ: the sigma of a log-normal distribution, 0.8 in recorded attempts. */
const thinkTimeSigma = 0.8

/**
 * An exam day in real time against the real server, limits on, each student at an address of their
 * own: doors, start, answers with think times, bell, results. The client is open-loop: a call
 * counts from the moment at which it was due.
 */
export async function runExamDay(plan: ExamDayPlan): Promise<ExamDayFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'exam-day-'))
  const cohort = await createCohort(folder, {
    ...{ size: plan.students, questionCount, durationMinutes: plan.durationMinutes },
    attemptsAllowed: 1,
  })
  const server = await startServer({ dataDir: folder, env: { RATE_LIMITS: 'on' } })
  const echo = await launchServer('echo.ts')
  const pid = server.child.pid as number
  const stopWatching = watchMemory(pid)
  const connections = createConnections(Number(new URL(server.url).port))
  try {
    const tallies = createTallies()
    const before = readUsage(pid)
    const closedWithinMs = await runPhases(plan, cohort, connections, tallies)
    const scoreListMs = await timeScoreList(connections.open('127.0.0.2'), cohort.testId)
    const after = readUsage(pid)
    return {
      plan,
      phases: tallies.entries(),
      closedWithinMs,
      scoreListMs,
      echoMs: await timeEcho(echo, plan),
      cpuSeconds: after.cpuSeconds - before.cpuSeconds,
      writtenMb: after.writtenMb - before.writtenMb,
      ...stopWatching(),
    }
  } finally {
    stopWatching()
    connections.close()
    await server.kill()
    await echo.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @returns how long after the last deadline no attempt ran any more */
async function runPhases(
  plan: ExamDayPlan,
  { emails, password, testId }: Cohort,
  connections: ReturnType<typeof createConnections>,
  tallies: Tallies,
): Promise<number> {
  const students = emails.map((email, index) => {
    const random = createSeededRandom(plan.seed * 1_000_000 + index)
    const connection = connections.open(toAddress(index))
    const student = createStudent({ connection, email, password, testId, tallies, random })
    return { student, random }
  })
  const spread = (seconds: number, run: (student: Student, dueAt: number) => Promise<unknown>) => {
    const startedAt = performance.now()
    const gapMs = (seconds * 1000) / students.length
    return Promise.all(
      students.map(({ student }, index) => run(student, startedAt + index * gapMs).catch(ignore)),
    )
  }

  await spread(plan.doorsSeconds, (student, dueAt) => student.logIn(dueAt))
  await spread(plan.startSeconds, (student, dueAt) => student.begin(dueAt))
  const admin = connections.open('127.0.0.3')
  await expectOk(admin.send('POST', adminLogin.path, adminCredentials))
  const thinkMs = (students.length / plan.answersPerSecond) * 1000
  const lastDeadline = Math.max(...students.map(({ student }) => student.endsAtMs()))
  const closing = watchClosing(admin, testId, lastDeadline)
  await Promise.all(
    students.map(async ({ student, random }) => {
      const bellAt = performance.now() + student.endsAtMs() - Date.now()
      if (!student.endsAtMs()) return
      await student.answer(listMoments(performance.now(), bellAt - thinkMs / 10, thinkMs, random))
      if (random() < leavingShare) return student.leave()
      // The quiz waits for the server's clock to pass the deadline, too.
      await student.end(bellAt + 500).catch(ignore)
    }),
  )
  const closedWithinMs = await closing
  await spread(returnSeconds, (student, dueAt) => student.returnToPanel(dueAt))
  return closedWithinMs
}

const adminCredentials = { email: 'admin@example.com', password: adminPassword }

/** 127.1.0.1, 127.1.0.2 … : a college in which every device has an address. */
function toAddress(index: number): string {
  return `127.1.${Math.floor(index / 250)}.${(index % 250) + 1}`
}

/** Moments of `performance.now()` with log-normal think times between them. */
function listMoments(from: number, until: number, meanMs: number, random: RandomNumber): number[] {
  const moments: number[] = []
  for (let at = from; ; ) {
    at += meanMs * Math.exp(thinkTimeSigma * drawNormal(random) - thinkTimeSigma ** 2 / 2)
    if (at >= until) return moments
    moments.push(at)
  }
}

/** Box and Muller's transform. */
function drawNormal(random: RandomNumber): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

async function watchClosing(admin: Connection, testId: string, lastDeadline: number) {
  await pause(Math.max(0, lastDeadline - Date.now()))
  const path = buildUrl(getScoreStatistics.path, { testId })
  for (;;) {
    const { running } = JSON.parse((await expectOk(admin.send('GET', path))).text)
    const ms = Date.now() - lastDeadline
    if (running === 0) return ms
    if (ms > closingLimitMs) throw new Error(`${running} attempts still run`)
    await pause(1000)
  }
}

/** The score list of all attempts, a page after the other. */
async function timeScoreList(admin: Connection, testId: string): Promise<number[]> {
  await expectOk(admin.send('POST', adminLogin.path, adminCredentials))
  const times: number[] = []
  for (let offset = 0; offset < 200; offset += 10) {
    const path = buildUrl(listExamAttempts.path, { testId }, { offset, limit: 10 })
    const startedAt = performance.now()
    await expectOk(admin.send('GET', path))
    times.push(performance.now() - startedAt)
  }
  return times
}

async function expectOk(sent: ReturnType<Connection['send']>) {
  const reply = await sent
  if (reply.status !== 200) throw new CallFailed(`${reply.status} ${reply.text.slice(0, 200)}`)
  return reply
}

const echoSeconds = 15

/** The least that an HTTP server on Node can do, at the same rate from the same client. */
async function timeEcho({ port }: ChildServer, plan: ExamDayPlan): Promise<number[]> {
  const connections = createConnections(port)
  const random = createSeededRandom(plan.seed)
  const tallies = createTallies()
  const startedAt = performance.now()
  const calls = Array.from({ length: plan.answersPerSecond * echoSeconds }, async (_, index) => {
    const dueAt = startedAt + random() * echoSeconds * 1000
    await pause(Math.max(0, dueAt - performance.now()))
    await connections.open(toAddress(index % plan.students)).send('POST', '/', { index })
    tallies.record('answer', performance.now() - dueAt)
  })
  await Promise.all(calls)
  connections.close()
  return tallies.entries()[0]?.[1].ms ?? []
}
