import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  buildAnswerUrl,
  get,
  post,
  type Server,
  startCohort,
  startServer,
} from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { clockFakes } from './clock-fakes.ts'

let dataDir: string
let server: Server | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'clock-'))
})
afterEach(async () => {
  await server?.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

it.each(clockFakes)(
  'a running attempt keeps its time when the wall clock jumps, by $by',
  async ({ env, nodeFlags }) => {
    const file = join(dataDir, 'ahead')
    writeFileSync(file, '+0')
    const app = await createTestApp({ dataDir, now: () => Date.now() })
    const admin = await app.createAdmin()
    const [seat] = await startCohort(app, { admin, count: 1 })
    await app.close({ keep: true })
    if (!seat) throw new Error('Nobody sits the test')
    server = await startServer({
      dataDir,
      env: { ...env, FAKETIME_TIMESTAMP_FILE: file },
      nodeFlags,
    })
    const clockUrl = `${server.url}/api/students/attempts/${seat.attemptId}/clock`
    const { json: first } = await get(clockUrl, seat)

    for (const [index, offset] of ['+7200', '-18000', '+0', '+40000000'].entries()) {
      writeFileSync(file, offset)
      const { json } = await get(clockUrl, seat)
      expect(json).toMatchObject({ status: 'In progress', endsAt: first.endsAt })
      const passedMs = Date.parse(String(json.serverTime)) - Date.parse(String(first.serverTime))
      expect(Math.abs(passedMs)).toBeLessThan(30_000)
      if (nodeFlags.length === 0) await expectClockJump(clockUrl, Number(offset))
      const body = { questionId: seat.questionIds[index], selectedOption: 0 }
      const reply = await post(buildAnswerUrl(server.url, seat), { cookie: seat.cookie, body })
      expect(reply).toMatchObject({ status: 200, json: { endsAt: first.endsAt } })
    }
    const paper = await get(`${server.url}/api/students/get-questions/${seat.testId}`, seat)
    expect(paper.json.endsAt).toBe(first.endsAt)
  },
  60_000,
)

/** Node writes the wall clock into each reply, up to a second old. */
async function expectClockJump(url: string, aheadSeconds: number) {
  await expect
    .poll(async () => {
      const { headers } = await get(url)
      const serverSees = Date.parse(headers.get('date') ?? '') - Date.now()
      return Math.abs(serverSees - aheadSeconds * 1000)
    })
    .toBeLessThan(3_000)
}
