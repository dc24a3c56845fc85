import { createSeededRandom } from '#core/random.ts'
import { createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { computeQuantiles, type Quantiles } from '#simulated-class/quantile.ts'
import { waitUntilDue } from '#simulated-class/wait-until-due.ts'
import type { StartedAttempt } from '#test/server-process.ts'

type OpenLoop = { readonly callsPerSecond: number; readonly seconds: number }

/**
 * Answers at random moments, also while others are waited for; each student has one connection. A call
 * counts from the moment at which it was due, so that waiting for the connection is counted.
 */
export async function runOpenLoop(
  urls: readonly string[],
  attempts: readonly StartedAttempt[],
  { callsPerSecond, seconds }: OpenLoop,
): Promise<Quantiles> {
  const clients = urls.map((url) => createConnections(url, { maxSockets: 1 }))
  const students = attempts.map((attempt, index) => ({
    attempt,
    client: (clients[index % clients.length] as (typeof clients)[number]).open({
      localAddress: toLocalAddress(index),
      cookie: attempt.cookie,
    }),
  }))
  const random = createSeededRandom(callsPerSecond)
  const startedAt = performance.now()
  const times: number[] = []
  const sent: Promise<void>[] = []
  let dueAt = startedAt
  for (let turn = 0; turn < callsPerSecond * seconds; turn++) {
    dueAt -= (Math.log(1 - random()) * 1000) / callsPerSecond
    const from = dueAt > performance.now() ? await waitUntilDue(dueAt) : dueAt
    const student = students[Math.floor(random() * students.length)]
    if (student) sent.push(submitOne(student, turn, from))
  }
  await Promise.all(sent)
  for (const client of clients) client.close()
  return computeQuantiles(times)

  async function submitOne(
    { attempt, client }: (typeof students)[number],
    turn: number,
    from: number,
  ) {
    const questionId = attempt.questionIds[turn % attempt.questionIds.length]
    const path = `/api/students/submit-answer/${attempt.attemptId}/${attempt.testId}`
    const body = { questionId, selectedOption: turn % 4 }
    const { status, text } = await client.send('POST', path, { body })
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
    times.push(performance.now() - from)
  }
}
