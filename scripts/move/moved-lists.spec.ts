import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { adminLogin } from '#contract/accounts.ts'
import { listBatches } from '#contract/batches.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listExamWindows } from '#contract/exam-windows.ts'
import { type Exam, listExams } from '#contract/exams.ts'
import { listAttempts } from '#contract/results.ts'
import { listStudents } from '#contract/students.ts'
import { canAccess, permissions } from '#core/accounts/permissions.ts'
import { buildUrl, createInProcessClient } from '#server/http/in-process-client.ts'
import { requests } from '#test/roles-matrix-requests.ts'
import { createTestApp, type TestClient } from '#test/test-app.ts'
import { createSchema } from '#test/test-databases.ts'
import { buildListCases } from '../../bench/list-cases.ts'
import { seedLarge } from '../../demo/large/seed-large.ts'
import { adminEmail, demoPassword } from '../../demo/logins.ts'
import { moveInstitute } from './move-institute.ts'

it('shows every list and figure the same on both engines', { timeout: 120_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'moved-'))
  const now = Date.UTC(2026, 10, 21, 4, 30)
  await seedLarge(dataDir, now, { students: 90, exams: 24, attempts: 500 })
  const cookies = await logIn(dataDir)

  const url = inject('postgresUrl')
  const schema = `moved_${randomBytes(6).toString('hex')}`
  await moveInstitute({ dataDir, databaseUrl: await createSchema(url, schema), print: () => {} })

  const [sqlite, postgres] = await Promise.all([
    createTestApp({ dataDir, deterministicIds: true }),
    createTestApp({ dataDir, deterministicIds: true, databaseUrl: url, schema }),
  ])
  // The session was copied, too: nobody logs in again.
  const admins = [sqlite, postgres].map((app) => createInProcessClient(app.fastify, { ...cookies }))
  const urls = await listUrls(admins[0] as TestClient)
  let rows = 0
  for (const path of urls) {
    const [here, there] = await Promise.all(admins.map((admin) => read(admin, path)))
    expect(there, path).toEqual(here)
    expect(here?.status, path).toBe(200)
    rows += here?.total ?? 0
  }
  expect(urls.length).toBeGreaterThan(300)
  expect(rows).toBeGreaterThan(10_000)
  await sqlite.close()
  await postgres.close()
})

async function logIn(dataDir: string): Promise<Record<string, string>> {
  const app = await createTestApp({ dataDir })
  const admin = app.createClient()
  const { status } = await admin.request(adminLogin, {
    body: { email: adminEmail, password: demoPassword },
  })
  expect(status).toBe(200)
  await app.close({ keep: true })
  return admin.cookies
}

/** Each list by page, order and search, and every other thing that staff read. */
async function listUrls(admin: TestClient): Promise<string[]> {
  const exams = (await admin.request(listExams)).json as unknown as Exam[]
  const test = exams.reduce((best, exam) => (exam.attempts > best.attempts ? exam : best))
  const [attempt] = (await admin.request(listAttempts, { query: { search: test.title } })).json
  const [student] = (await admin.request(listStudents, { query: { limit: 1, offset: 40 } })).json
  const [batch] = (await admin.request(listBatches)).json
  const [window] = (await admin.request(listExamWindows, { query: { batchId: batch?._id ?? '' } }))
    .json
  if (!attempt || !student || !batch || !window) throw new Error('The institute has too few rows')
  const ids = { batchId: batch._id, windowId: window._id }
  const countRows = async (url: string) => (await read(admin, url)).total
  const lists = (await buildListCases({ student, test, ...ids, countRows })).map(({ url }) => url)
  const fixture = {
    testId: test._id,
    finishedTestId: test._id,
    studentId: attempt.studentId,
    attemptId: attempt._id,
    finishedAttemptId: attempt._id,
    questionId: '',
    ...ids,
    imageId: '',
    colleague: { id: '', version: '' },
  }
  const others = Object.entries(endpoints)
    .filter(([name, one]) => isReadByStaff(one) && !leftOut.includes(name))
    .map(([name, { path }]) => buildUrl(path, requests[name]?.(fixture).params))
  return [...lists, ...others, `/api/live/tables?tests=${test._id}`]
}

/** The state of the machine, and calls that need a question, a batch or a test in their query. */
const leftOut = ['getStorage', 'previewCorrection', 'findWindowOverlap', 'getLiveTables']
const owner = { role: 'admin', permissions } as const

function isReadByStaff({ method, access, contentType }: Endpoint): boolean {
  return method === 'GET' && contentType !== 'image/png' && canAccess(access, owner)
}

async function read(client: TestClient, path: string) {
  const { status, text, headers } = await client.send('GET', path)
  return { status, text, total: Number(headers['x-total-count'] ?? 0) }
}
