import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cohort, createCohort } from '#test/cohort.ts'
import { type Server, startServer } from '#test/server-process.ts'
import { createSchema } from '#test/test-databases.ts'
import { startPostgres } from '../postgres-server.ts'
import type { SetUp } from '../set-up.ts'
import type { ExamDayPlan } from './figures.ts'
import type { WatchedProcesses } from './process-usage.ts'

export type Institute = WatchedProcesses & {
  readonly cohort: Cohort
  /** One of each process. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

const questionCount = 20

/** A class before its exam and the servers as they are started in production, limits on. */
export async function startInstitute(
  { engine, processes }: SetUp,
  { students, durationMinutes }: ExamDayPlan,
): Promise<Institute> {
  const stack = new AsyncDisposableStack()
  try {
    const folder = mkdtempSync(join(tmpdir(), 'exam-day-'))
    stack.defer(() => rmSync(folder, { recursive: true, force: true }))
    const database = engine === 'postgres' ? await startPostgres() : null
    if (database) stack.defer(() => database.stop())
    const schema = `exam_day_${process.pid}`
    const cohort = await createCohort(folder, {
      size: students,
      questionCount,
      durationMinutes,
      attemptsAllowed: 1,
      databaseUrl: database?.url,
      schema,
    })
    const shared: Record<string, string> = database
      ? {
          DATABASE_URL: await createSchema(database.url, schema),
          IMAGES_URL: join(folder, 'images'),
          IMAGE_KEY: 'a1'.repeat(32),
          SECRET_KEY: 'b2'.repeat(32),
        }
      : {}
    const servers: Server[] = []
    for (let index = 0; index < processes; index++) {
      const dataDir = index === 0 ? folder : join(folder, `process-${index + 1}`)
      mkdirSync(dataDir, { recursive: true })
      const server = await startServer({ dataDir, env: { ...shared, RATE_LIMITS: 'on' } })
      stack.defer(() => server.kill())
      servers.push(server)
    }
    return {
      cohort,
      folder,
      urls: servers.map(({ url }) => url),
      serverPids: servers.map(({ child }) => child.pid as number),
      databasePid: database?.pid ?? null,
      close: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
