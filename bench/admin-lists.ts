import { adminLogin } from '#contract/accounts.ts'
import { type Batch, listBatches } from '#contract/batches.ts'
import { type ExamWindow, listExamWindows } from '#contract/exam-windows.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { type Attempt, listAttempts } from '#contract/results.ts'
import { deleteStudents, listStudents, restoreStudents, type Student } from '#contract/students.ts'
import { createClient } from '#simulated-class/http-client.ts'
import {
  computeQuantiles,
  getQuantile,
  type Quantiles,
  roundFigure,
} from '#simulated-class/quantile.ts'
import { adminEmail, demoPassword } from '../demo/logins.ts'
import { type ChildServer, launchServer } from './child-server.ts'
import { closeAfter } from './close-after.ts'
import { readCpuSeconds } from './exam-day/process-usage.ts'
import { openLargeInstitute } from './large-institute.ts'
import { buildListCases } from './list-cases.ts'
import type { SetUp } from './set-up.ts'

const times = Number(process.env.BENCH_TIMES ?? 100)
const warmUps = 3
/** Only these lists, with commas between; all if none is named. */
const selected = process.env.BENCH_LISTS?.split(',')
const deletedCount = 500
const maxP95Ms = 50

type PageFigures = Quantiles & {
  readonly what: string
  /** CPU time of a call, with the database if it is ours: the rest of its duration was waiting. */
  readonly cpuMs: number
}

export type AdminListsFigures = {
  readonly lists: readonly {
    readonly list: string
    readonly pages: number
    readonly all: Quantiles
    /** By its 95th percentile. */
    readonly slowest: PageFigures
  }[]
  /** Pages whose 95th percentile is above what is promised. */
  readonly late: readonly string[]
  readonly maxP95Ms: number
  readonly echo: Quantiles
}

/** Every admin list with 10,000 students, 500 tests and 100,000 attempts, one call at a time. */
export async function benchAdminLists({ engine }: SetUp): Promise<AdminListsFigures> {
  return closeAfter(async (stack) => {
    const institute = await openLargeInstitute(engine)
    stack.defer(() => institute.close())
    const echo = await launchServer('echo.ts')
    stack.defer(() => echo.stop())
    const server = await launchServer('institute-server.ts', institute.environment)
    stack.defer(() => server.stop())
    const { databasePid } = institute
    const readCpu = async () =>
      (await server.cpuSeconds()) + (databasePid === null ? 0 : readCpuSeconds(databasePid))
    const admin = createBenchClient(server)
    await admin.call('POST', adminLogin.path, { email: adminEmail, password: demoPassword })
    const ids = await deleteStudentsForBench(admin)
    const timings = await timeLists(admin, readCpu).finally(() =>
      admin.call('POST', restoreStudents.path, { ids }),
    )
    const echoClient = createBenchClient(echo)
    const figures = summarize(timings, await measure(() => echoClient.call('GET', '/')))
    print(figures, timings)
    return figures
  })
}

/**
 * There are always deleted students, and leaving them out makes a list more expensive. Nobody is
 * deleted who is taking a test.
 */
async function deleteStudentsForBench({ call }: BenchClient): Promise<string[]> {
  const { json } = await call<Student[]>(
    'GET',
    `${listStudents.path}?sort=oldest&limit=${deletedCount}`,
  )
  const newest = await call<Attempt[]>('GET', `${listAttempts.path}?sort=newest&limit=2000`)
  const running = newest.json.filter(({ status }) => status === 'In progress')
  const takers = new Set(running.map(({ studentId }) => studentId))
  const ids = json.map(({ _id }) => _id).filter((id) => !takers.has(id))
  await call('POST', deleteStudents.path, { ids })
  return ids
}

type ListTiming = Pick<PageFigures, 'what' | 'cpuMs'> & {
  readonly list: string
  readonly ms: readonly number[]
}

async function timeLists(
  { call }: BenchClient,
  readCpu: () => Promise<number>,
): Promise<ListTiming[]> {
  const tests = (await call<Exam[]>('GET', listExams.path)).json
  const test = tests.reduce((best, one) => (one.attempts > best.attempts ? one : best))
  const { json } = await call<Student[]>(
    'GET',
    `${listStudents.path}?sort=newest&limit=1&offset=900`,
  )
  const [student] = json
  if (!student) throw new Error('The institute has too few students')
  const [batch] = (await call<Batch[]>('GET', listBatches.path)).json
  const [window] = (await call<ExamWindow[]>('GET', listExamWindows.path)).json
  if (!batch || !window) throw new Error('The institute has no batches')
  const ids = { batchId: batch._id, windowId: window._id }
  const countRows = async (url: string) => (await call('GET', url)).total
  const timings: ListTiming[] = []
  for (const { list, what, url } of await buildListCases({ student, test, ...ids, countRows })) {
    if (selected && !selected.includes(list)) continue
    const before = await readCpu()
    const ms = await measure(() => call('GET', url))
    const cpuMs = ((await readCpu()) - before) * 1000
    timings.push({ list, what, ms, cpuMs: roundFigure(cpuMs / (times + warmUps)) })
  }
  return timings
}

async function measure(call: () => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < warmUps; n++) await call()
  const ms: number[] = []
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now()
    await call()
    ms.push(performance.now() - startedAt)
  }
  return ms
}

function summarize(timings: readonly ListTiming[], echoMs: readonly number[]): AdminListsFigures {
  const lists = [...Map.groupBy(timings, ({ list }) => list)].map(([list, pages]) => {
    const all = computeQuantiles(pages.flatMap(({ ms }) => ms))
    const figures = pages.map(toFigures)
    const slowest = figures.reduce((best, one) => (p95(one) > p95(best) ? one : best))
    return { list, pages: pages.length, all, slowest }
  })
  const late = timings.filter((page) => p95(toFigures(page)) > maxP95Ms).map(toPageName)
  return { lists, late, maxP95Ms, echo: computeQuantiles(echoMs) }
}

function toFigures({ what, ms, cpuMs }: ListTiming): PageFigures {
  return { what, cpuMs, ...computeQuantiles(ms) }
}

const toPageName = ({ list, what }: ListTiming) => `${list}, ${what}`

function print({ lists, late, echo }: AdminListsFigures, timings: readonly ListTiming[]) {
  console.log(formatLine('bare echo', echo))
  for (const { list, all, slowest } of lists) {
    console.log(`${formatLine(list, all)}; the slowest:`)
    console.log(`    ${formatLine(slowest.what, slowest)}, CPU ${slowest.cpuMs} ms`)
  }
  for (const page of timings) {
    if (!process.env.BENCH_EACH && !late.includes(toPageName(page))) continue
    console.log(`${formatLine(`  ${toPageName(page)}`, toFigures(page))}, CPU ${page.cpuMs} ms`)
  }
  const promise = `p95 under ${maxP95Ms} ms is promised`
  console.log(`  ${timings.length} pages, ${late.length} of them late (${promise})`)
}

function formatLine(name: string, quantiles: Quantiles): string {
  return `  ${name.padEnd(20)} p50 ${getQuantile(quantiles, 50)} ms, p95 ${p95(quantiles)} ms`
}

const p95 = (quantiles: Quantiles) => getQuantile(quantiles, 95)

type BenchClient = ReturnType<typeof createBenchClient>

/** One keep-alive connection, like a browser's. */
function createBenchClient({ url }: ChildServer) {
  const { send } = createClient(url, { maxSockets: 1 })
  return {
    async call<T>(method: string, path: string, body?: object) {
      const { status, text, headers } = await send(method, path, { body })
      if (status !== 200) throw new Error(`${method} ${path}: ${text}`)
      return { json: JSON.parse(text) as T, total: Number(headers['x-total-count'] ?? 0) }
    },
  }
}
