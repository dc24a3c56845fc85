import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { computeQuantiles, getQuantile } from '#simulated-class/quantile.ts'
import type { StartedAttempt } from '#test/server-process.ts'
import { adminPassword } from '#test/test-app.ts'
import { launchServer } from './child-server.ts'
import { startPostgres } from './postgres-server.ts'

/**
 * How long a whole class takes to be paused and resumed, and how long answers wait in between:
 * `node bench/pause-class.ts --students 2000 --engine postgres`. Some students of the class answer
 * all the time, each after the reply to the answer before.
 */
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '2000' },
    answering: { type: 'string', default: '8' },
    engine: { type: 'string', default: 'sqlite' },
  },
})
const postgres = values.engine === 'postgres' ? await startPostgres() : null
const server = await launchServer<StartedAttempt[]>('class-server.ts', {
  SEATS: values.students,
  DATABASE_URL: postgres?.url ?? '',
  RATE_LIMITS: 'off',
})
const attempts = server.data
const testId = attempts[0]?.testId ?? ''
const connections = createConnections(server.url)
const admin = connections.open({ localAddress: toLocalAddress(240) })
const login = { email: 'admin@example.com', password: adminPassword }
const { status } = await admin.send('POST', '/api/auth/admin', { body: login })
if (status !== 200) throw new Error(`The admin could not log in: ${status}`)

const waits: { readonly at: number; readonly ms: number }[] = []
let isOver = false
const step = Math.max(1, Math.floor(attempts.length / Number(values.answering)))
const answering = attempts
  .filter((_, index) => index % step === 0)
  .map(async ({ attemptId, questionIds, cookie }, index) => {
    const client = connections.open({ localAddress: toLocalAddress(index), cookie })
    for (let n = 0; !isOver; n++) {
      const body = { questionId: questionIds[n % questionIds.length], selectedOption: n % 4 }
      const at = performance.now()
      await client.send('POST', `/api/students/submit-answer/${attemptId}/${testId}`, { body })
      waits.push({ at, ms: performance.now() - at })
      await sleep(5)
    }
  })

const phases = {
  before: await measure(() => sleep(3_000)),
  pause: await measure(() => act('pause')),
  between: await measure(() => sleep(3_000)),
  resume: await measure(() => act('resume')),
  after: await measure(() => sleep(3_000)),
}
isOver = true
await Promise.all(answering)
await server.stop()
await postgres?.stop()
console.log(JSON.stringify({ ...values, phases }, null, 2))
process.exit()

async function act(kind: 'pause' | 'resume') {
  const body = { kind, reason: 'power-cut' }
  const reply = await admin.send('POST', `/api/test/${testId}/live/actions`, { body })
  const { done } = JSON.parse(reply.text) as { done: number }
  if (done !== attempts.length) throw new Error(reply.text.slice(0, 300))
}

/** Delays of the answers that were on their way in the meantime. */
async function measure(during: () => Promise<unknown>) {
  const from = performance.now()
  await during()
  const until = performance.now()
  await sleep(500)
  const some = waits.filter(({ at, ms }) => at + ms >= from && at <= until).map(({ ms }) => ms)
  const spread = computeQuantiles(some)
  return {
    ms: Math.round(until - from),
    answers: spread.count,
    answerMs: {
      p50: getQuantile(spread, 50),
      p99: getQuantile(spread, 99),
      most: getQuantile(spread, 100),
    },
  }
}
