import { setTimeout as pause } from 'node:timers/promises'
import { adminLogin } from '#contract/accounts.ts'
import { getScoreStatistics, listExamAttempts } from '#contract/results.ts'
import { buildUrl } from '#server/http/in-process-client.ts'
import { adminPassword } from '#test/test-app.ts'
import type { CallOptions, Connection, Reply } from './connection.ts'
import type { Tallies } from './figures.ts'

/** Nothing closes later than this after the last deadline, or the run has failed. */
const closingLimitMs = 120_000
const scorePages = 20
const maxTries = 20

export async function logInAdmin(admin: Connection) {
  const body = { email: 'admin@example.com', password: adminPassword }
  await callUntilAnswered(admin, 'POST', adminLogin.path, { body })
}

/** @returns how long after the last deadline no attempt ran any more, in milliseconds */
export async function waitUntilClosed(admin: Connection, testId: string, lastDeadline: number) {
  await pause(Math.max(0, lastDeadline - Date.now()))
  const path = buildUrl(getScoreStatistics.path, { testId })
  for (;;) {
    const { running } = JSON.parse((await callUntilAnswered(admin, 'GET', path)).text)
    const ms = Date.now() - lastDeadline
    if (running === 0) return ms
    if (ms > closingLimitMs) throw new Error(`${running} attempts still run`)
    await pause(1000)
  }
}

/** Pages from the first to the last one of the whole list, and then all rows at once. */
export async function measureScoreList(
  admin: Connection,
  tallies: Tallies,
  { testId, total }: { testId: string; total: number },
) {
  for (let page = 0; page < scorePages; page++) {
    const offset = 10 * Math.floor((page * Math.max(0, total / 10 - 1)) / (scorePages - 1))
    const path = buildUrl(listExamAttempts.path, { testId }, { offset, limit: 10 })
    const startedAt = performance.now()
    await callUntilAnswered(admin, 'GET', path)
    tallies.record('score list, ten rows', startedAt)
  }
  const startedAt = performance.now()
  await callUntilAnswered(admin, 'GET', buildUrl(listExamAttempts.path, { testId }))
  tallies.record('score list, all rows', startedAt)
}

async function callUntilAnswered(
  admin: Connection,
  method: 'GET' | 'POST',
  path: string,
  options: CallOptions = {},
): Promise<Reply> {
  for (let tries = 1; ; tries++) {
    const reply = await admin.send(method, path, options)
    if (reply.status === 200) return reply
    const canRetry = reply.status === 503 || reply.status === 0
    if (!canRetry || tries === maxTries) {
      throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
    }
    await pause(Math.max(1000, reply.retryAfterMs))
  }
}
