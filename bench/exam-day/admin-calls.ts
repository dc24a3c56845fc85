import { setTimeout as pause } from 'node:timers/promises'
import { adminLogin } from '#contract/accounts.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { getScoreStatistics, listExamAttempts } from '#contract/results.ts'
import type { Client, EndpointOptions } from '#simulated-class/http-client.ts'
import { retry } from '#simulated-class/retry.ts'
import type { Tallies } from '#simulated-class/tallies.ts'
import { adminPassword } from '#test/test-app.ts'
import type { Call } from './figures.ts'

/** Nothing closes later than this after the last deadline, or the run has failed. */
const closingLimitMs = 120_000
const scorePages = 20
const maxTries = 20

export async function logInAdmin(admin: Client) {
  const body = { email: 'admin@example.com', password: adminPassword }
  await callUntilAnswered(admin, adminLogin, { body })
}

/** @returns how long after the last deadline no attempt ran any more, in milliseconds */
export async function waitUntilClosed(admin: Client, testId: string, lastDeadline: number) {
  await pause(Math.max(0, lastDeadline - Date.now()))
  for (;;) {
    const { running } = await callUntilAnswered(admin, getScoreStatistics, { params: { testId } })
    const ms = Date.now() - lastDeadline
    if (running === 0) return ms
    if (ms > closingLimitMs) throw new Error(`${running} attempts still run`)
    await pause(1000)
  }
}

/** Pages from the first to the last one of the whole list, and then all rows at once. */
export async function measureScoreList(
  admin: Client,
  tallies: Tallies<Call>,
  { testId, total }: { testId: string; total: number },
) {
  const list = async (call: Call, query = {}) => {
    const startedAt = performance.now()
    await callUntilAnswered(admin, listExamAttempts, { params: { testId }, query })
    tallies.record(call, performance.now() - startedAt)
  }
  for (let page = 0; page < scorePages; page++) {
    const offset = 10 * Math.floor((page * Math.max(0, total / 10 - 1)) / (scorePages - 1))
    await list('score list, ten rows', { offset, limit: 10 })
  }
  await list('score list, all rows')
}

async function callUntilAnswered<E extends Endpoint>(
  admin: Client,
  endpoint: E,
  options: EndpointOptions<E>,
): Promise<ReplyOf<E>> {
  const getPauseMs = ({ retryAfterMs }: { retryAfterMs: number }) => Math.max(1000, retryAfterMs)
  const reply = await retry(() => admin.request(endpoint, options), { maxTries, getPauseMs })
  if (reply.status === 200) return reply.json
  throw new Error(`${endpoint.path}: ${reply.status} ${reply.text.slice(0, 200)}`)
}
