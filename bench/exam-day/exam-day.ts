import { createSeededRandom } from '#core/random.ts'
import { type Client, createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { ignoreFailure } from '#simulated-class/student.ts'
import { createTallies, type Tallies } from '#simulated-class/tallies.ts'
import { closeAfter } from '../close-after.ts'
import type { SetUp } from '../set-up.ts'
import { logInAdmin, measureScoreList, waitUntilClosed } from './admin-calls.ts'
import { measureEcho } from './echo-load.ts'
import {
  type Call,
  type ExamDayFigures,
  type ExamDayPlan,
  type StageFigures,
  toFigures,
} from './figures.ts'
import { type Institute, startInstitute } from './institute.ts'
import { readSharedMb, type WatchUsage, watchProcesses } from './process-usage.ts'
import { createExamDayStudent, type ExamDayStudent } from './student.ts'
import { type DrawThinkTime, listMoments } from './think-times.ts'
import { buildTimeline } from './timeline.ts'

/** The devices that are switched off before the end; the server closes their attempts. */
const leavingShare = 0.05
const lobbySeconds = 3
/** How many go back to their panel in a second. */
const returnsPerSecond = 200

type ExamDayOptions = {
  readonly plan: ExamDayPlan
  readonly setUp: SetUp
  readonly drawThinkTime: DrawThinkTime
}

/**
 * An exam day in real time against the real servers, limits on, each student at an address of their
 * own and with one of the processes: doors, start, answers with think times, bell, results. The
 * client is open-loop: a call counts from the moment at which it was due.
 */
export async function runExamDay(options: ExamDayOptions): Promise<ExamDayFigures> {
  const { plan, setUp } = options
  return closeAfter(async (stack) => {
    const institute = await startInstitute(setUp, plan)
    stack.defer(() => institute.close())
    const { databasePid } = institute
    const watch = watchProcesses(institute)
    stack.defer(watch.stop)
    const clients = institute.urls.map((url) => createConnections(url))
    for (const client of clients) stack.defer(client.close)
    const openClient = (localAddress: string, index: number) =>
      (clients[index % clients.length] as (typeof clients)[number]).open({ localAddress })

    const tallies = createTallies<Call>()
    const run = { ...options, institute, tallies, watch, openClient }
    const { stages, closedWithinMs } = await runStages(run)
    watch.stop()
    return {
      plan,
      calls: toFigures(tallies),
      stages,
      closedWithinMs,
      peakRssMb: Math.max(...watch.samples.map(({ rssMb }) => rssMb)),
      databaseMb: databasePid === null ? null : readSharedMb(databasePid),
      timeline: buildTimeline(tallies.finished, watch.samples),
      echo: await measureEcho(plan),
    }
  })
}

type Run = ExamDayOptions & {
  readonly institute: Institute
  readonly tallies: Tallies<Call>
  readonly watch: WatchUsage
  readonly openClient: (localAddress: string, index: number) => Client
}

async function runStages(run: Run) {
  const { plan, institute, tallies, watch, openClient, drawThinkTime } = run
  const { emails, password, testId } = institute.cohort
  const students = emails.map((email, index) => {
    const random = createSeededRandom(plan.seed * 1_000_000 + index)
    const client = openClient(toLocalAddress(index), index)
    const student = createExamDayStudent({ client, email, password, testId, tallies, random })
    return { student, random }
  })
  const stages: StageFigures[] = []
  const measureStage = async <T>(stage: string, job: () => Promise<T>): Promise<T> => {
    const [before, callsBefore] = [watch.sample(), tallies.finished.ms.length]
    const result = await job()
    const after = watch.sample()
    stages.push({
      stage,
      seconds: (after.atMs - before.atMs) / 1000,
      calls: tallies.finished.ms.length - callsBefore,
      serverCpuSeconds: after.serverCpuSeconds - before.serverCpuSeconds,
      databaseCpuSeconds:
        after.databaseCpuSeconds === null
          ? null
          : after.databaseCpuSeconds - (before.databaseCpuSeconds ?? 0),
      clientCpuSeconds: after.clientCpuSeconds - before.clientCpuSeconds,
      diskMb: after.diskMb === null ? null : after.diskMb - (before.diskMb ?? 0),
    })
    return result
  }
  /** One student after the other, however long each takes. */
  const spread = (
    seconds: number,
    job: (student: ExamDayStudent, dueAt: number) => Promise<unknown>,
    fromMs = performance.now(),
  ) => {
    const gapMs = (seconds * 1000) / students.length
    const jobs = students.map(({ student }, index) => job(student, fromMs + index * gapMs))
    return Promise.all(jobs.map((one) => one.catch(ignoreFailure)))
  }

  await measureStage('doors', () => spread(plan.doorsSeconds, (one, dueAt) => one.logIn(dueAt)))
  await measureStage('start', () => {
    const startsAt = performance.now() + lobbySeconds * 1000
    return Promise.all([
      spread(plan.startSeconds, (one, dueAt) => one.enterLobby(dueAt)),
      spread(plan.startSeconds, (one, dueAt) => one.begin(dueAt), startsAt),
    ])
  })
  const admin = openClient('127.0.0.3', 0)
  await logInAdmin(admin)
  const lastDeadline = Math.max(...students.map(({ student }) => student.endsAtMs()))
  const closing = waitUntilClosed(admin, testId, lastDeadline)
  const meanMs = (students.length / plan.answersPerSecond) * 1000
  await measureStage('answers and bell', () =>
    Promise.all(
      students.map(async ({ student, random }) => {
        if (!student.endsAtMs()) return
        const bellAt = performance.now() + student.endsAtMs() - Date.now()
        const between = { fromMs: performance.now(), untilMs: bellAt - meanMs / 10, meanMs }
        await student.answer(listMoments(between, drawThinkTime, random))
        if (random() < leavingShare) return student.leave()
        await student.end(bellAt).catch(ignoreFailure)
      }),
    ),
  )
  const closedWithinMs = await measureStage('closing', () => closing)
  await measureStage('results', async () => {
    const seconds = Math.max(1, students.length / returnsPerSecond)
    await spread(seconds, (one, dueAt) => one.returnToPanel(dueAt))
    await logInAdmin(admin)
    await measureScoreList(admin, tallies, { testId, total: students.length })
  })
  return { stages, closedWithinMs }
}
