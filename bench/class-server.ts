import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openAccessLog } from '#server/http/access-log.ts'
import { createExamClock } from '#server/platform/exam-clock/exam-clock.ts'
import { openMachineClock } from '#server/platform/exam-clock/machine-clock.ts'
import { startCohort } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { answerCpuRequests, reportPort } from './child-server.ts'

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
const startedAttempts =
  cohortSize > 0
    ? await startCohort(app, {
        admin: await app.createAdmin(),
        count: cohortSize,
        duration: 600,
        attemptsAllowed: 0,
      })
    : []
answerCpuRequests()
await app.fastify.listen({ port: 0, host: '127.0.0.1' })
reportPort(app.fastify.server.address(), startedAttempts)
