import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { LiveTable } from '#contract/live.ts'
import { createSeededRandom } from '#core/random.ts'
import { createConnections, toLocalAddress } from '#simulated-class/http-client.ts'
import { computeQuantiles, roundFigure } from '#simulated-class/quantile.ts'
import type { StartedAttempt } from '#test/server-process.ts'
import { adminPassword } from '#test/test-app.ts'
import { type ChildServer, launchServer } from './child-server.ts'

/**
 * Measures the cost of the live screen and its delay: `node bench/live-screen.ts --students 2000`.
 * A class polls its clocks and answers as pages do, with nobody looking, with screens that do, and
 * with nobody again; the server's CPU time above the mean of the other two is the cost of the
 * screens.
 */
const { values } = parseArgs({
  options: {
    students: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
    screens: { type: 'string', default: '3' },
  },
})
const [students, seconds, screens] = [values.students, values.seconds, values.screens].map(
  Number,
) as [number, number, number]
/** As pages of up to 2,000 running attempts do it. */
const pollEveryMs = 6_750
const answerEveryMs = 40_000

delete process.env.DATABASE_URL
const server = await launchServer<StartedAttempt[]>('class-server.ts', {
  SEATS: String(students),
  RATE_LIMITS: 'off',
})
const attempts = server.data
const adminCookie = await logInAdmin(server.url)
const testId = attempts[0]?.testId ?? ''
/** By attempt, how many answers it had: only another one changes its row. */
const answeredBefore = new Map<string, number>()
const warmUpSeconds = 10
await measure(server, 0, warmUpSeconds)
const before = await measure(server, 0)
const watched = await measure(server, screens)
const after = await measure(server, 0)
const coreShareAlone = (before.coreShare + after.coreShare) / 2
await server.stop()
console.log(
  JSON.stringify(
    {
      students,
      seconds,
      screens,
      coreShareWithoutScreens: roundFigure(coreShareAlone),
      coreShareOfScreens: roundFigure(watched.coreShare - coreShareAlone),
      lagMs: computeQuantiles(watched.lags),
      eventsPerScreen: watched.events / screens,
      kilobytesPerSecond: roundFigure(watched.bytes / 1000 / seconds / screens),
    },
    null,
    2,
  ),
)
process.exit()

async function logInAdmin(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/auth/admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: adminPassword }),
  })
  if (!reply.ok) throw new Error(await reply.text())
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

async function measure({ url, cpuSeconds }: ChildServer, count: number, forSeconds = seconds) {
  const answeredAt = new Map<string, number>()
  const figures = { events: 0, bytes: 0, lags: [] as number[] }
  const stopping = new AbortController()
  for (let n = 0; n < count; n++) void watch(url, stopping.signal, n === 0)
  await pause(3_000)
  const usedBefore = await cpuSeconds()
  await callAsPages(url)
  await pause(3_000)
  const coreShare = ((await cpuSeconds()) - usedBefore) / (forSeconds + 3)
  stopping.abort()
  return { ...figures, coreShare }

  /** The first screen notes how long after its reply an answer is shown. */
  async function watch(serverUrl: string, signal: AbortSignal, isFirst: boolean) {
    const reply = await fetch(`${serverUrl}/api/test/${testId}/live`, {
      headers: { accept: 'text/event-stream', cookie: adminCookie },
      signal,
    })
    const decoder = new TextDecoder()
    let text = ''
    try {
      for await (const chunk of reply.body ?? []) {
        figures.bytes += chunk.length
        text += decoder.decode(chunk, { stream: true })
        const events = text.split('\n\n')
        text = events.pop() ?? ''
        for (const event of events) if (event.startsWith('id:')) note(event, isFirst)
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  function note(event: string, isFirst: boolean) {
    figures.events += 1
    if (!isFirst) return
    const table = JSON.parse(event.slice(event.indexOf('data: ') + 6)) as LiveTable
    for (const { attemptId, answered } of table.students) {
      const key = `${attemptId} ${answered}`
      const savedAt = answeredAt.get(key)
      if (savedAt === undefined) continue
      figures.lags.push(performance.now() - savedAt)
      answeredAt.delete(key)
    }
  }

  async function callAsPages(serverUrl: string) {
    const connections = createConnections(serverUrl, { maxSockets: 1 })
    const random = createSeededRandom(students)
    const endsAt = performance.now() + forSeconds * 1000
    await Promise.all(
      attempts.map(async ({ cookie, attemptId, questionIds }, index) => {
        const client = connections.open({ localAddress: toLocalAddress(index), cookie })
        await pause(random() * pollEveryMs)
        let answerAt = performance.now() + random() * answerEveryMs
        while (performance.now() < endsAt) {
          if (performance.now() >= answerAt) {
            answerAt += answerEveryMs
            const next = answeredBefore.get(attemptId) ?? 0
            const body = { questionId: questionIds[next % questionIds.length], selectedOption: 0 }
            const path = `/api/students/submit-answer/${attemptId}/${testId}`
            const { text } = await client.send('POST', path, { body })
            const { answered } = JSON.parse(text) as { answered: number }
            if (answered > (answeredBefore.get(attemptId) ?? 0))
              answeredAt.set(`${attemptId} ${answered}`, performance.now())
            answeredBefore.set(attemptId, answered)
          } else await client.send('GET', `/api/students/attempts/${attemptId}/clock`)
          await pause(pollEveryMs)
        }
      }),
    )
    connections.close()
  }
}
