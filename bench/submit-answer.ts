import autocannon from 'autocannon'
import { getQuantile, type Quantiles, roundFigure } from '#simulated-class/quantile.ts'
import type { StartedAttempt } from '#test/server-process.ts'
import { measureCost } from './attempt-cost.ts'
import { type ChildServer, launchServer } from './child-server.ts'
import { closeAfter } from './close-after.ts'
import { runOpenLoop } from './open-loop.ts'
import { startPostgres } from './postgres-server.ts'
import type { SetUp } from './set-up.ts'

const connections = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
/** At which the open-loop client calls, until waiting takes more than a second. */
const rates = [250, 500, 1000, 2000, 4000]
const maxP99Ms = 1000

type Throughput = { readonly perSecond: number; readonly p50Ms: number; readonly p99Ms: number }

export type SubmitAnswerFigures = {
  readonly connections: number
  /** As many as the connections allow. */
  readonly server: Throughput
  readonly echo: Throughput
  /** At a fixed rate, waiting included. */
  readonly rates: readonly {
    readonly callsPerSecond: number
    readonly server: Quantiles
    readonly echo: Quantiles
  }[]
  /** CPU time of a whole attempt; null where the database is not counted. */
  readonly attemptCpuSeconds: {
    readonly server: number
    readonly database: number | null
    readonly echo: number
  }
}

/**
 * Durable answers a second, and the cost of a whole attempt, beside a bare echo server in the same
 * run.
 */
export async function benchSubmitAnswer({ engine, processes }: SetUp) {
  return closeAfter(async (stack) => {
    const database = engine === 'postgres' ? await startPostgres() : null
    if (database) stack.defer(() => database.stop())
    const place = database
      ? { DATABASE_URL: database.url, SCHEMA: `submit_answer_${process.pid}` }
      : {}
    const launch = async <Data>(file: string, environment = {}) => {
      const child = await launchServer<Data>(file, environment)
      stack.defer(() => child.stop())
      return child
    }
    const echo = [await launch('echo.ts')]
    const first = await launch<StartedAttempt[]>('class-server.ts', {
      ...place,
      SEATS: connections,
    })
    const servers: ChildServer[] = [first]
    while (servers.length < processes) servers.push(await launch('class-server.ts', place))
    const attempts = first.data

    await saturate(echo, attempts, 2)
    await saturate(servers, attempts, 2)
    const figures: SubmitAnswerFigures = {
      connections,
      echo: await saturate(echo, attempts, seconds),
      server: await saturate(servers, attempts, seconds),
      rates: await raiseRate(servers, echo, attempts),
      attemptCpuSeconds: {
        ...(await measureCost(servers, attempts, database?.pid ?? null)),
        echo: (await measureCost(echo, attempts, null)).server,
      },
    }
    print(figures)
    return figures
  })
}

function print({ server, echo, rates: steps, attemptCpuSeconds: cost }: SubmitAnswerFigures) {
  for (const [name, { perSecond, p50Ms, p99Ms }] of Object.entries({ echo, server })) {
    const rate = Math.round(perSecond).toLocaleString('en')
    console.log(`  ${name.padEnd(7)} ${rate}/s, p50 ${p50Ms} ms, p99 ${p99Ms} ms`)
  }
  console.log(`  ratio ${(server.perSecond / echo.perSecond).toFixed(2)} of the bare echo`)
  for (const step of steps) {
    const [p99, echoP99] = [step.server, step.echo].map((one) => getQuantile(one, 99))
    console.log(`  at ${step.callsPerSecond}/s p99 ${p99} ms, the echo ${echoP99} ms`)
  }
  const database = cost.database === null ? '' : ` and ${cost.database.toFixed(4)} of the database`
  console.log(`  a whole attempt costs ${cost.server.toFixed(4)} CPU seconds${database},`)
  console.log(`  the same calls of the bare echo ${cost.echo.toFixed(4)}`)
}

/** Every connection sends its next answer at once; they are spread over the servers. */
async function saturate(
  servers: readonly ChildServer[],
  attempts: readonly StartedAttempt[],
  duration: number,
): Promise<Throughput> {
  const results = await Promise.all(
    servers.map(({ url }, place) => {
      const own = attempts.filter((_, index) => index % servers.length === place)
      return runLoad(url, own, duration)
    }),
  )
  return {
    perSecond: roundFigure(results.reduce((sum, { requests }) => sum + requests.average, 0)),
    p50Ms: Math.max(...results.map(({ latency }) => latency.p50)),
    p99Ms: Math.max(...results.map(({ latency }) => latency.p99)),
  }
}

async function runLoad(url: string, attempts: readonly StartedAttempt[], duration: number) {
  let next = 0
  const result = await autocannon({
    url,
    connections: attempts.length,
    duration,
    setupClient(client) {
      const attempt = attempts[next++ % attempts.length] as StartedAttempt
      client.setRequests(
        attempt.questionIds.map((questionId, place) => ({
          method: 'POST' as const,
          path: `/api/students/submit-answer/${attempt.attemptId}/${attempt.testId}`,
          headers: { cookie: attempt.cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ questionId, selectedOption: place % 4 }),
        })),
      )
    },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls failed`)
  return result
}

async function raiseRate(
  servers: readonly ChildServer[],
  echo: readonly ChildServer[],
  attempts: readonly StartedAttempt[],
): Promise<SubmitAnswerFigures['rates']> {
  const steps: SubmitAnswerFigures['rates'][number][] = []
  for (const callsPerSecond of rates) {
    const run = (children: readonly ChildServer[]) =>
      runOpenLoop(
        children.map(({ url }) => url),
        attempts,
        { callsPerSecond, seconds },
      )
    const step = { callsPerSecond, echo: await run(echo), server: await run(servers) }
    steps.push(step)
    if (getQuantile(step.server, 99) > maxP99Ms) break
  }
  return steps
}
