import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, expect, it } from 'vitest'
import { openHouse } from './house.ts'
import { enrol, questions, releasedExam, sit } from './house-classroom.ts'

let server: ChildProcess | undefined
const dataDir = mkdtempSync(join(tmpdir(), 'kill-'))
afterEach(() => {
  server?.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

it('every answer that was acknowledged is there after kill -9 in the middle of many', async () => {
  const seats = await aClass(dataDir, 8)
  let url = await start()
  const ledger = new Map<string, number>()
  let isKilled = false
  const students = seats.map(async ({ cookie, testId, attemptId, questionIds }) => {
    for (let sequence = 1; !isKilled; sequence++) {
      const questionId = questionIds[sequence % questionIds.length] ?? ''
      const reply = await fetch(`${url}/api/students/submit-answer/${attemptId}/${testId}`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ questionId, selectedOption: sequence % 4, sequence }),
      }).catch(() => null)
      if (reply?.status === 200) ledger.set(`${attemptId} ${questionId}`, sequence)
      else if (reply) throw new Error(await reply.text())
    }
  })
  await expect.poll(() => ledger.size, { timeout: 10_000 }).toBe(8 * 20)
  server?.kill('SIGKILL')
  isKilled = true
  await Promise.all(students)

  url = await start()
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  const database = new Sqlite(join(dataDir, 'institute.db'), { readonly: true })
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
  const kept = database.prepare('SELECT attempt_id, question_id, sequence FROM answers').all() as {
    attempt_id: string
    question_id: string
    sequence: number
  }[]
  database.close()
  const found = new Map(kept.map((row) => [`${row.attempt_id} ${row.question_id}`, row.sequence]))
  const lost = [...ledger].filter(([key, sequence]) => (found.get(key) ?? 0) < sequence)
  expect(lost).toEqual([])
}, 60_000)

/** Students who sit a test, in the folder of a server that is not running yet. */
async function aClass(folder: string, count: number) {
  const house = await openHouse({ dataDir: folder, now: () => Date.now() })
  const admin = await house.admin()
  const exam = await releasedExam(admin, { questions: questions(20) })
  const seats = []
  for (let seat = 0; seat < count; seat++) {
    const student = await enrol(house, `Student ${seat}`)
    const { attemptId, paper } = await sit(student, exam._id)
    const cookie = `session=${student.cookies.session}`
    const questionIds = paper.questions.map(({ _id }) => _id)
    seats.push({ cookie, testId: exam._id, attemptId, questionIds })
  }
  await house.close({ keep: true })
  return seats
}

async function start(): Promise<string> {
  const port = await freePort()
  server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_LIMITS: 'off' },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await expect
    .poll(
      () =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  return url
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
