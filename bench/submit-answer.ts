import autocannon from 'autocannon'
import { type ChildServer, launchServer } from './child-server.ts'
import type { StartedAttempt } from './class-server.ts'

const connections = 50
const seconds = Number(process.env.BENCH_SECONDS ?? 8)
const attemptsEach = 4

/**
 * Durable answers a second, and the cost of a whole attempt, beside a bare echo server in the same
 * run.
 */
export async function benchSubmitAnswer() {
  const echo = await launchServer('echo.ts')
  const server = await launchServer<StartedAttempt[]>('class-server.ts', { SEATS: connections })
  try {
    await runLoad(echo, server.data, 2)
    await runLoad(server, server.data, 2)
    const echoResult = await runLoad(echo, server.data, seconds)
    const serverResult = await runLoad(server, server.data, seconds)
    console.log(formatLine('bare echo    ', echoResult))
    console.log(formatLine('submit-answer', serverResult))
    const ratio = serverResult.requests.average / echoResult.requests.average
    console.log(`  ratio ${ratio.toFixed(2)} of the bare echo (0.30 is promised)`)

    const echoCost = await measureCost(echo, server.data)
    const serverCost = await measureCost(server, server.data)
    console.log(`  a whole attempt costs ${serverCost.toFixed(4)} CPU seconds (0.008 is promised),`)
    console.log(`  the same calls of the bare echo ${echoCost.toFixed(4)}`)
  } finally {
    await server.stop()
    await echo.stop()
  }
}

async function runLoad(
  { port }: ChildServer,
  attempts: readonly StartedAttempt[],
  duration: number,
) {
  let next = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
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

function formatLine(name: string, { requests, latency }: autocannon.Result): string {
  const perSecond = Math.round(requests.average).toLocaleString('en')
  return `  ${name} ${perSecond}/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms`
}

/** Start, questions, 20 answers, finish: a class at once, each student on one connection. */
async function measureCost(
  child: ChildServer,
  attempts: readonly StartedAttempt[],
): Promise<number> {
  const before = await child.cpuSeconds()
  await Promise.all(
    attempts.map(async (attempt) => {
      for (let n = 0; n < attemptsEach; n++) await takeExam(child.port, attempt)
    }),
  )
  return ((await child.cpuSeconds()) - before) / (attemptsEach * attempts.length)
}

async function takeExam(port: number, { cookie, testId, attemptId, questionIds }: StartedAttempt) {
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
