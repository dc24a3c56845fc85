import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { getQuestions, startQuiz } from '#contract/attempts.ts'
import { listExams } from '#contract/exams.ts'
import { applyAction } from '#contract/live.ts'
import { getLobby } from '#contract/lobby.ts'
import { getNews } from '#contract/news.ts'
import { getAttemptClock } from '#contract/proctoring.ts'
import { releaseResults } from '#contract/result-release.ts'
import { listOwnAttempts } from '#contract/results.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  openWindow,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import type { Db } from './database.ts'

/** There are few of them in any institute. */
const small = /^exams|^exam_windows/
/** More than a process has, so that each is asked. */
const moreThanAllConnections = 40

const apps: TestApp[] = []
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())))

async function openApp() {
  const app = await createTestApp()
  apps.push(app)
  return app
}

/**
 * Before PostgreSQL has looked at a table it takes `IS NULL` for one row in two hundred, and an index
 * with that condition for nearly empty. A plan that is kept from then on would read all of it at each
 * call: of a whole class, in the first minute of its exam.
 */
it.runIf(process.env.ENGINE === 'postgres')(
  'no plan that is made while tables are empty reads a whole index',
  async () => {
    const app = await openApp()
    await takeExam(app)
    const statements = await listPreparedStatements(app)
    expect(statements.size).toBeGreaterThan(25)
    const { read } = (await openApp()).deps.db
    for (const statement of statements)
      expect(await listWholeReads(read, statement), statement).toEqual([])
  },
)

async function takeExam(app: TestApp) {
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const { _id: taken } = await createReleasedExam(admin)
  await completeAttempt(student, taken, 1)
  await admin.request(releaseResults, { params: { testId: taken } })
  const { _id: testId } = await createReleasedExam(admin, { title: 'In a window' })
  await openWindow(admin, testId, { now: app.clock.at })
  await student.request(getLobby, { params: { testId } })
  const { attemptId } = await startAttempt(student, testId)
  await student.request(startQuiz, { params: { testId }, body: {} })
  const actions = [{ kind: 'message', message: 'Stay calm.' }, { kind: 'pause' }] as const
  for (const action of actions) {
    const body = { ...action, reason: 'power-cut' } as const
    expect((await admin.request(applyAction, { params: { testId }, body })).status).toBe(200)
  }
  await student.request(getAttemptClock, { params: { attemptId } })
  await student.request(getQuestions, { params: { testId } })
  for (const panel of [listExams, listOwnAttempts, getNews]) await student.request(panel)
}

async function listPreparedStatements({ deps }: TestApp): Promise<Set<string>> {
  const replies = await Promise.all(
    Array.from({ length: moreThanAllConnections }, () =>
      sql<{ statement: string }>`
        SELECT statement FROM pg_prepared_statements, pg_sleep(0.05)
      `.execute(deps.db.read),
    ),
  )
  return new Set(replies.flatMap(({ rows }) => rows.map(({ statement }) => statement)))
}

/** Unless they have a condition. */
const wholeReads = ['Seq Scan', 'Index Scan', 'Index Only Scan', 'Bitmap Index Scan']

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Plan[]
}

/** Lists the tables and indexes that the statement reads from one end to the other. */
async function listWholeReads(db: Db, statement: string): Promise<string[]> {
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`)
    .execute(db)
  const nodes = rows.flatMap((row) =>
    row['QUERY PLAN'].flatMap(({ Plan: plan }) => listNodes(plan)),
  )
  return nodes
    .filter((node) => wholeReads.includes(node['Node Type']) && !node['Index Cond'])
    .map((node) => node['Index Name'] ?? node['Relation Name'] ?? '')
    .filter((name) => !small.test(name))
}

function listNodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(listNodes)]
}
