import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAccessLog } from '#server/http/access-log.ts'
import { createExamClock } from '#server/platform/exam-clock/exam-clock.ts'
import { openMachineClock } from '#server/platform/exam-clock/machine-clock.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import { createTestApp } from '#test/test-app.ts'
import { answerCpuRequests, reportPort } from './child-server.ts'

export type StartedAttempt = {
  readonly cookie: string
  readonly testId: string
  readonly attemptId: string
  readonly questionIds: readonly string[]
}

/**
 * The product with a class taking an exam: SQLite on disk, every answer fsynced; or SCHEMA on
 * DATABASE_URL. Without SEATS it serves the class of another process.
 */
const cohortSize = Number(process.env.SEATS ?? 0)
const now = createExamClock(openMachineClock()).now
const folder = mkdtempSync(join(tmpdir(), 'bench-logs-'))
const accessLog = openAccessLog({ folder, keptDays: 1, now, log: pino({ enabled: false }) })
const { DATABASE_URL: databaseUrl, SCHEMA: schema } = process.env
const app = await createTestApp({ now, accessLog, databaseUrl, ...(schema && { schema }) })
const startedAttempts = cohortSize > 0 ? await startClass() : []
answerCpuRequests()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
reportPort(app.fastify.server.address(), startedAttempts)

async function startClass(): Promise<StartedAttempt[]> {
  const exam = await createReleasedExam(await app.createAdmin(), {
    duration: 600,
    questions: createQuestions(20),
    attemptsAllowed: 0,
  })
  const started: StartedAttempt[] = []
  for (let index = 0; index < cohortSize; index++) {
    const student = await createStudent(app, `Student ${index}`)
    const { attemptId, paper } = await startAttempt(student, exam._id)
    started.push({
      cookie: `session=${student.cookies.session}`,
      testId: exam._id,
      attemptId,
      questionIds: paper.questions.map(({ _id }) => _id),
    })
  }
  return started
}
