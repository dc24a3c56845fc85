import autocannon from 'autocannon'
import { type Child, launch } from './child.ts'
import type { Seat } from './class-server.ts'

const connections = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const attemptsEach = 4

/** Durable answers a second, and what a whole attempt costs, beside a bare echo in the same run. */
export async function benchSubmitAnswer() {
  const echo = await launch('echo.ts')
  const server = await launch<Seat[]>('class-server.ts', { SEATS: connections })
  try {
    await fire(echo, server.told, 2)
    await fire(server, server.told, 2)
    const bare = await fire(echo, server.told, seconds)
    const ours = await fire(server, server.told, seconds)
    console.log(lineOf('bare echo    ', bare))
    console.log(lineOf('submit-answer', ours))
    const ratio = ours.requests.average / bare.requests.average
    console.log(`  ratio ${ratio.toFixed(2)} of the bare echo (0.30 is promised)`)

    const bareCost = await costOf(echo, server.told)
    const ourCost = await costOf(server, server.told)
    console.log(`  a whole attempt costs ${ourCost.toFixed(4)} CPU seconds (0.008 is promised),`)
    console.log(`  the same calls of the bare echo ${bareCost.toFixed(4)}`)
  } finally {
    await server.stop()
    await echo.stop()
  }
}

async function fire({ port }: Child, seats: readonly Seat[], duration: number) {
  let next = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration,
    setupClient(client) {
      const seat = seats[next++ % seats.length] as Seat
      client.setRequests(
        seat.questionIds.map((questionId, place) => ({
          method: 'POST' as const,
          path: `/api/students/submit-answer/${seat.attemptId}/${seat.testId}`,
          headers: { cookie: seat.cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ questionId, selectedOption: place % 4 }),
        })),
      )
    },
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} calls failed`)
  return result
}

function lineOf(name: string, { requests, latency }: autocannon.Result): string {
  const perSecond = Math.round(requests.average).toLocaleString('en')
  return `  ${name} ${perSecond}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`
}

/** Start, questions, 20 answers, finish: a class at once, each student on a connection. */
async function costOf(child: Child, seats: readonly Seat[]): Promise<number> {
  const before = await child.cpuSeconds()
  await Promise.all(
    seats.map(async (seat) => {
      for (let n = 0; n < attemptsEach; n++) await takeTest(child.port, seat)
    }),
  )
  return ((await child.cpuSeconds()) - before) / (attemptsEach * seats.length)
}

async function takeTest(port: number, { cookie, testId, attemptId, questionIds }: Seat) {
  const call = async (method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}/api/students/${path}`, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${path}: ${await reply.text()}`)
    return (await reply.json()) as { quizAttemptId?: string }
  }
  await call('POST', `finishQuiz/${attemptId}`, {})
  const { quizAttemptId = attemptId } = await call('POST', `start-quiz/${testId}`)
  await call('GET', `get-questions/${testId}`)
  for (const questionId of questionIds) {
    const body = { questionId, selectedOption: 0 }
    await call('POST', `submit-answer/${quizAttemptId}/${testId}`, body)
  }
  await call('POST', `finishQuiz/${quizAttemptId}`, {})
}
