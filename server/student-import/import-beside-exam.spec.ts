import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import { importStudents } from '#contract/student-import.ts'
import { isLongRun } from '#test/long-run.ts'
import { buildAnswerUrl, post, startCohort, startServer } from '#test/server-process.ts'
import { createStudentTable } from '#test/student-table.ts'
import { createTestApp } from '#test/test-app.ts'

const answering = 60
const everyMs = 250

/** 60 students who answer four times a second, and an office that has logged in. */
async function prepareInstitute() {
  const databaseUrl = process.env.ENGINE === 'postgres' ? inject('postgresUrl') : undefined
  const schema = `import_${randomBytes(6).toString('hex')}`
  const app = await createTestApp({ now: () => Date.now(), databaseUrl, schema })
  const admin = await app.createAdmin()
  const attempts = await startCohort(app, { admin, count: answering })
  await app.close({ keep: true })
  const server = await startServer({ dataDir: app.dataDir, env: app.serverEnv })
  onTestFinished(() => server.kill())
  return { url: server.url, attempts, cookie: `session=${admin.cookies.session}` }
}

it.runIf(isLongRun)(
  'adds 5,000 students with their emails during an exam, and delays no answer for long',
  { timeout: 120_000 },
  async () => {
    const { url, attempts, cookie } = await prepareInstitute()
    const delays: { at: number; ms: number }[] = []
    let isOver = false
    const students = attempts.map(async (attempt, n) => {
      await wait((n / answering) * everyMs)
      for (let sequence = 1; !isOver; sequence++) {
        const questionId = attempt.questionIds[sequence % attempt.questionIds.length]
        const at = performance.now()
        const body = { questionId, selectedOption: sequence % 4, sequence }
        const { status } = await post(buildAnswerUrl(url, attempt), { ...attempt, body })
        expect(status).toBe(200)
        delays.push({ at, ms: performance.now() - at })
        await wait(Math.max(0, at + everyMs - performance.now()))
      }
    })
    await wait(5_000)
    const { rows } = createStudentTable({ seed: 16, rows: 5_000, errors: 0 })
    const startedAt = performance.now()
    const imported = await post(`${url}${importStudents.path}`, {
      cookie,
      body: {
        rows: rows.map(({ name, email, course, phone }, at) => ({
          line: at + 2,
          name,
          email,
          course,
          phone: String(phone),
        })),
        batchId: null,
        deliver: 'mail',
      },
    })
    const endedAt = performance.now()
    isOver = true
    await Promise.all(students)
    expect(imported.json).toMatchObject({ added: 5_000 })
    const before = delays.filter(({ at }) => at > startedAt - 3_000 && at < startedAt - 500)
    const during = delays.filter(({ at, ms }) => at + ms > startedAt && at < endedAt)
    const figures = {
      importMs: Math.round(endedAt - startedAt),
      answersBefore: summarize(before),
      answersDuring: summarize(during),
    }
    console.log(`5,000 rows beside an exam: ${JSON.stringify(figures)}`)
    expect(figures.importMs).toBeLessThan(20_000)
  },
)

function summarize(delays: readonly { ms: number }[]) {
  const sorted = delays.map(({ ms }) => Math.round(ms)).toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), longest: sorted.at(-1) }
}
