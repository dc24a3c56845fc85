import { Agent, request } from 'node:http'
import { adminLogin } from '#contract/accounts.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { deleteStudents, listStudents, restoreStudents, type Student } from '#contract/students.ts'
import { seedLarge } from '../demo/large/seed-large.ts'
import { adminEmail, demoPassword } from '../demo/logins.ts'
import { prepareFolder } from '../demo/prepare-folder.ts'
import { type ChildServer, launchServer } from './child-server.ts'
import { buildListCases } from './list-cases.ts'

const times = Number(process.env.BENCH_TIMES ?? 100)
const warmUps = 3
const deletedCount = 500
const maxP95Ms = 50

/** Every admin list with 10,000 students, 500 tests and 100,000 attempts, one call at a time. */
export async function benchAdminLists() {
  const folder = process.env.DATA_DIR || './data-demo-large'
  const seed = (dataDir: string) => seedLarge(dataDir, Date.now())
  await prepareFolder({ folder, kind: 'large', isFresh: false, seed })
  const echo = await launchServer('echo.ts')
  const server = await launchServer('institute-server.ts', { DATA_DIR: folder })
  const admin = createBenchClient(server)
  try {
    await admin.call('POST', adminLogin.path, { email: adminEmail, password: demoPassword })
    const ids = await deleteStudentsForBench(admin)
    const timings = await timeLists(admin, server).finally(() =>
      admin.call('POST', restoreStudents.path, { ids }),
    )
    const echoClient = createBenchClient(echo)
    console.log(formatLine('bare echo', await measure(() => echoClient.call('GET', '/'))))
    report(timings)
  } finally {
    await server.stop()
    await echo.stop()
  }
}

/** There are always deleted students, and leaving them out makes a list more expensive. */
async function deleteStudentsForBench({ call }: BenchClient): Promise<string[]> {
  const { json } = await call<Student[]>(
    'GET',
    `${listStudents.path}?sort=oldest&limit=${deletedCount}`,
  )
  const ids = json.map(({ _id }) => _id)
  await call('POST', deleteStudents.path, { ids })
  return ids
}

type ListTiming = {
  readonly list: string
  readonly what: string
  readonly ms: readonly number[]
  /** The server's CPU time: anything above it was spent waiting for a busy machine. */
  readonly cpuMs: number
}

async function timeLists({ call }: BenchClient, server: ChildServer): Promise<ListTiming[]> {
  const tests = (await call<Exam[]>('GET', listExams.path)).json
  const test = tests.reduce((best, one) => (one.attempts > best.attempts ? one : best))
  const { json } = await call<Student[]>(
    'GET',
    `${listStudents.path}?sort=newest&limit=1&offset=900`,
  )
  const [student] = json
  if (!student) throw new Error('The institute has too few students')
  const countRows = async (url: string) => (await call('GET', url)).total
  const timings: ListTiming[] = []
  for (const { list, what, url } of await buildListCases({ student, test, countRows })) {
    const before = await server.cpuSeconds()
    const ms = await measure(() => call('GET', url))
    const cpuMs = ((await server.cpuSeconds()) - before) * 1000
    timings.push({ list, what, ms, cpuMs: cpuMs / (times + warmUps) })
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
  return ms.toSorted((one, other) => one - other)
}

/** For each list the sum of its pages, and the slowest one. */
function report(timings: readonly ListTiming[]) {
  for (const [list, cases] of Map.groupBy(timings, (one) => one.list)) {
    const all = cases.flatMap(({ ms }) => ms).toSorted((one, other) => one - other)
    const slowest = cases.reduce((best, one) => (p95(one.ms) > p95(best.ms) ? one : best))
    console.log(`${formatLine(list, all)}; the slowest:`)
    console.log(`    ${formatLine(slowest.what, slowest.ms)}, CPU ${slowest.cpuMs.toFixed(1)} ms`)
  }
  const late = timings.filter(({ ms }) => p95(ms) > maxP95Ms)
  for (const { list, what, ms, cpuMs } of process.env.BENCH_EACH ? timings : late) {
    console.log(`${formatLine(`  ${list}, ${what}`, ms)}, CPU ${cpuMs.toFixed(1)} ms`)
  }
  const promise = `p95 under ${maxP95Ms} ms is promised`
  console.log(`  ${timings.length} pages, ${late.length} of them late (${promise})`)
}

function formatLine(name: string, ms: readonly number[]): string {
  return `  ${name.padEnd(20)} p50 ${percentile(ms, 0.5).toFixed(1)} ms, p95 ${p95(ms).toFixed(1)} ms`
}

const p95 = (ms: readonly number[]) => percentile(ms, 0.95)
const percentile = (ms: readonly number[], share: number) =>
  ms[Math.floor(share * (ms.length - 1))] ?? 0

type BenchClient = ReturnType<typeof createBenchClient>

/** One keep-alive connection, like a browser's. */
function createBenchClient({ port }: ChildServer) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let cookie = ''
  return {
    async call<T>(method: string, path: string, body?: object) {
      const sent = body && JSON.stringify(body)
      const headers = { cookie, ...(sent && { 'content-type': 'application/json' }) }
      const pending = request({ agent, host: '127.0.0.1', port, method, path, headers })
      pending.end(sent)
      const reply = await new Promise<import('node:http').IncomingMessage>((done, failed) =>
        pending.once('response', done).once('error', failed),
      )
      const text = Buffer.concat(await reply.toArray()).toString()
      if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${text}`)
      const session = reply.headers['set-cookie']?.find((one) => one.startsWith('session='))
      if (session) cookie = session.split(';')[0] ?? ''
      return { json: JSON.parse(text) as T, total: Number(reply.headers['x-total-count'] ?? 0) }
    },
  }
}
