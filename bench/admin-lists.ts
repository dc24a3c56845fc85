import { Agent, request } from 'node:http'
import { adminLogin } from '#contract/accounts.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { deleteStudents, listStudents, restoreStudents, type Student } from '#contract/students.ts'
import { prepareFolder } from '../tools/demo/demo-folder.ts'
import { seedLarge } from '../tools/demo/large/seed-large.ts'
import { adminEmail, demoPassword } from '../tools/demo/logins.ts'
import { type Child, launch } from './child.ts'
import { listCases } from './list-cases.ts'

const times = Number(process.env.BENCH_TIMES ?? 100)
const warmUps = 3
const deleted = 500
const promisedMs = 50

/** Every list of the admin's at 10,000 students, 500 tests and 100,000 attempts, one call at a time. */
export async function benchAdminLists() {
  const folder = process.env.DATA_DIR || './data-demo-large'
  const seed = (dataDir: string) => seedLarge(dataDir, Date.now())
  await prepareFolder({ folder, kind: 'large', isFresh: false, seed })
  const echo = await launch('echo.ts')
  const server = await launch('institute-server.ts', { DATA_DIR: folder })
  const admin = callerOf(server)
  try {
    await admin.call('POST', adminLogin.path, { email: adminEmail, password: demoPassword })
    const ids = await deleteSome(admin)
    const told = await timeLists(admin, server).finally(() =>
      admin.call('POST', restoreStudents.path, { ids }),
    )
    const bare = callerOf(echo)
    console.log(lineOf('bare echo', await timed(() => bare.call('GET', '/'))))
    report(told)
  } finally {
    await server.stop()
    await echo.stop()
  }
}

/** Somebody always was, and a list that leaves them out is dearer than one that has nobody to. */
async function deleteSome({ call }: Caller): Promise<string[]> {
  const { json } = await call<Student[]>('GET', `${listStudents.path}?sort=oldest&limit=${deleted}`)
  const ids = json.map(({ _id }) => _id)
  await call('POST', deleteStudents.path, { ids })
  return ids
}

type Timed = {
  readonly list: string
  readonly what: string
  readonly ms: readonly number[]
  /** Of the server's own time: what is above it was spent waiting for a busy machine. */
  readonly cpuMs: number
}

async function timeLists({ call }: Caller, server: Child): Promise<Timed[]> {
  const tests = (await call<Exam[]>('GET', listExams.path)).json
  const test = tests.reduce((most, one) => (one.attempts > most.attempts ? one : most))
  const { json } = await call<Student[]>(
    'GET',
    `${listStudents.path}?sort=newest&limit=1&offset=900`,
  )
  const [student] = json
  if (!student) throw new Error('The institute has too few students')
  const totalOf = async (url: string) => (await call('GET', url)).total
  const told: Timed[] = []
  for (const { list, what, url } of await listCases({ student, test, totalOf })) {
    const before = await server.cpuSeconds()
    const ms = await timed(() => call('GET', url))
    const cpuMs = ((await server.cpuSeconds()) - before) * 1000
    told.push({ list, what, ms, cpuMs: cpuMs / (times + warmUps) })
  }
  return told
}

async function timed(call: () => Promise<unknown>): Promise<number[]> {
  for (let n = 0; n < warmUps; n++) await call()
  const ms: number[] = []
  for (let n = 0; n < times; n++) {
    const startedAt = performance.now()
    await call()
    ms.push(performance.now() - startedAt)
  }
  return ms.toSorted((one, other) => one - other)
}

/** For each list all its pages together, and the slowest of them. */
function report(told: readonly Timed[]) {
  for (const [list, cases] of Map.groupBy(told, (one) => one.list)) {
    const all = cases.flatMap(({ ms }) => ms).toSorted((one, other) => one - other)
    const slowest = cases.reduce((most, one) => (p95(one.ms) > p95(most.ms) ? one : most))
    console.log(`${lineOf(list, all)}; the slowest:`)
    console.log(`    ${lineOf(slowest.what, slowest.ms)}, CPU ${slowest.cpuMs.toFixed(1)} ms`)
  }
  const late = told.filter(({ ms }) => p95(ms) > promisedMs)
  for (const { list, what, ms, cpuMs } of process.env.BENCH_EACH ? told : late) {
    console.log(`${lineOf(`  ${list}, ${what}`, ms)}, CPU ${cpuMs.toFixed(1)} ms`)
  }
  const said = `p95 under ${promisedMs} ms is promised`
  console.log(`  ${told.length} pages, ${late.length} of them late (${said})`)
}

function lineOf(name: string, ms: readonly number[]): string {
  return `  ${name.padEnd(20)} p50 ${at(ms, 0.5).toFixed(1)} ms, p95 ${p95(ms).toFixed(1)} ms`
}

const p95 = (ms: readonly number[]) => at(ms, 0.95)
const at = (ms: readonly number[], share: number) => ms[Math.floor(share * (ms.length - 1))] ?? 0

type Caller = ReturnType<typeof callerOf>

/** One connection that is kept, as a browser's. */
function callerOf({ port }: Child) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let cookie = ''
  return {
    async call<T>(method: string, path: string, body?: object) {
      const sent = body && JSON.stringify(body)
      const headers = { cookie, ...(sent && { 'content-type': 'application/json' }) }
      const asked = request({ agent, host: '127.0.0.1', port, method, path, headers })
      asked.end(sent)
      const reply = await new Promise<import('node:http').IncomingMessage>((done, failed) =>
        asked.once('response', done).once('error', failed),
      )
      const text = Buffer.concat(await reply.toArray()).toString()
      if (reply.statusCode !== 200) throw new Error(`${method} ${path}: ${text}`)
      const session = reply.headers['set-cookie']?.find((one) => one.startsWith('session='))
      if (session) cookie = session.split(';')[0] ?? ''
      return { json: JSON.parse(text) as T, total: Number(reply.headers['x-total-count'] ?? 0) }
    },
  }
}
