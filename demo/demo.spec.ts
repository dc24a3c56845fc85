import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminLogin, studentLogin } from '#contract/accounts.ts'
import { listBatches } from '#contract/batches.ts'
import { listEnquiries } from '#contract/enquiries.ts'
import { listAbsentStudents, listExamWindows } from '#contract/exam-windows.ts'
import { type Exam, getExam, listExams, type StudentExam } from '#contract/exams.ts'
import { getIdentityImage } from '#contract/identity.ts'
import { listIncidents } from '#contract/incidents.ts'
import { getReleaseProgress } from '#contract/result-release.ts'
import { type Attempt, getAnswers, listAttempts } from '#contract/results.ts'
import { listStudents, type Student } from '#contract/students.ts'
import { validatePassword } from '#core/accounts/password.ts'
import { forcedReasons } from '#core/attempts/attempt.ts'
import { getScoreBand } from '#core/grading/percentage.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import type { Deps } from '#server/deps.ts'
import { createInProcessClient, type InProcessClient } from '#server/http/in-process-client.ts'
import { loadKnownPasswords } from '#server/platform/known-passwords.ts'
import { seedLarge } from './large/seed-large.ts'
import { adminEmail, demoPassword, studentEmail } from './logins.ts'
import { prepareFolder } from './prepare-folder.ts'
import { seedDemo } from './seed.ts'

const folder = mkdtempSync(join(tmpdir(), 'demo-'))
const now = Date.now()
let deps: Deps
let admin: InProcessClient
let student: InProcessClient
let close: () => Promise<void>

/** Seeded as `npm run demo` does it, then opened as `npm start` does. */
beforeAll(async () => {
  await prepareFolder({ folder, kind: 'small', isFresh: false, seed: seedInto })
  const opened = await createDeps(readConfig({ DATA_DIR: folder }), pino({ enabled: false }))
  const app = await buildApp(opened.deps)
  deps = opened.deps
  admin = createInProcessClient(app)
  student = createInProcessClient(app)
  close = async () => {
    await app.close()
    await opened.close()
  }
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

function seedInto(dataDir: string) {
  return seedDemo({ ...readConfig({}), DATA_DIR: dataDir }, now)
}

it('lets the admin and the student log in with the printed password', async () => {
  const isCommon = await loadKnownPasswords()
  expect(validatePassword(demoPassword, { isCommon })).toBe(undefined)
  const asAdmin = { email: adminEmail, password: demoPassword }
  const asStudent = { email: studentEmail, password: demoPassword }
  expect((await admin.request(adminLogin, { body: asAdmin })).status).toBe(200)
  expect((await student.request(studentLogin, { body: asStudent })).json).toMatchObject({
    firstTimeSignin: false,
  })
})

describe('students', () => {
  let students: Student[]
  beforeAll(async () => {
    students = (await admin.request(listStudents)).json as Student[]
  })

  it('are forty, of every kind', () => {
    expect(students).toHaveLength(40)
    for (const facts of [
      { role: 'student' },
      { role: 'workingProfessional' },
      { gender: 'other' },
      { course: 'other', otherCourse: expect.any(String) },
      { referral: 'Friend', friendName: expect.any(String) },
      { fees: expect.any(Number), startDate: expect.any(String), remarks: expect.any(String) },
      { fees: null },
      { extraTimePercent: 25 },
      { name: expect.stringMatching(/\p{Script=Devanagari}/u) },
      { name: expect.stringContaining("'") },
      { name: expect.stringMatching(/.{60}/) },
    ]) {
      expect(students).toContainEqual(expect.objectContaining(facts))
    }
  })

  it('have identity images that open, some of them', async () => {
    const replies = await Promise.all(
      students.map(({ _id: id }) =>
        admin.request(getIdentityImage, { params: { id, side: 'front' } }),
      ),
    )
    const open = replies.filter(({ status }) => status === 200)
    expect(open.length).toBeGreaterThan(4)
    expect(open.length).toBeLessThan(40)
  })

  it('have registered over two weeks, and a few have not set a password yet', async () => {
    const times = students.map(({ createdAt }) => Date.parse(createdAt))
    expect(Math.min(...times)).toBeGreaterThan(now - 15 * 86_400_000)
    expect(Math.max(...times)).toBeLessThan(now)
    const waiting = await deps.db.read
      .selectFrom('accounts')
      .select('id')
      .where('must_change_at', 'is not', null)
      .execute()
    expect(waiting).toHaveLength(3)
  })
})

describe('tests', () => {
  it('are six, each with a setting of its own', async () => {
    const tests = (await admin.request(listExams)).json as Exam[]
    expect(tests).toHaveLength(6)
    const count = (one: Partial<Exam>) =>
      tests.filter((test) => expect.objectContaining(one).asymmetricMatch(test)).length
    expect(count({ released: false })).toBe(1)
    expect(count({ integrityMode: 'warn' })).toBe(1)
    expect(count({ shuffleOptions: true })).toBe(1)
    expect(count({ attemptsAllowed: 2 })).toBe(1)
    expect(count({ resultsReleasedAt: null })).toBe(5)
  })

  it('have multiple choice in one of them', async () => {
    const { json: exams } = await admin.request(listExams)
    const counts = await Promise.all(
      exams.map(async ({ _id: id }) => {
        const { questions } = (await admin.request(getExam, { params: { id } })).json
        return questions.filter(({ kind }) => kind === 'multiple-choice').length
      }),
    )
    expect(counts.filter((count) => count > 0)).toEqual([2])
  })

  it('hold ten to twenty questions, with snippets, inline code and pictures', async () => {
    const tests = (await admin.request(listExams)).json as Exam[]
    const papers = await Promise.all(
      tests.map(
        async ({ _id: id }) => (await admin.request(getExam, { params: { id } })).json.questions,
      ),
    )
    for (const questions of papers) {
      expect(questions.length).toBeGreaterThanOrEqual(10)
      expect(questions.length).toBeLessThanOrEqual(20)
      expect(questions.some(({ codeSnippet }) => codeSnippet !== null)).toBe(true)
      expect(JSON.stringify(questions)).toMatch(/`\S[^`]*`/)
    }
    const having = (isOne: (question: (typeof papers)[number][number]) => boolean) =>
      papers.filter((questions) => questions.some(isOne)).length
    expect(having(({ question }) => question.fileUrl !== null)).toBeGreaterThanOrEqual(2)
    expect(having(({ options }) => options.every(({ fileUrl }) => fileUrl !== null))).toBe(1)
  })
})

describe('attempts', () => {
  let attempts: Attempt[]
  beforeAll(async () => {
    attempts = (await admin.request(listAttempts)).json as Attempt[]
  })

  it('are running, with different time left', async () => {
    const running = attempts.filter(({ status }) => status === 'In progress')
    expect(running).toHaveLength(8)
    const rows = await deps.db.read
      .selectFrom('attempts')
      .select('ends_at')
      .where('finished_at', 'is', null)
      .execute()
    const minutesLeft = rows.map((row) => Math.round((row.ends_at - now) / 60_000))
    expect(new Set(minutesLeft).size).toBe(8)
    expect(Math.min(...minutesLeft)).toBe(4)
  })

  it.each(['Completed', 'Time expired', ...forcedReasons])('ended as %s', (finishReason) => {
    expect(attempts).toContainEqual(expect.objectContaining({ finishReason, status: 'Completed' }))
  })

  it('have scores of every band in every test', () => {
    const finished = attempts.filter(({ percentage }) => percentage !== null)
    const bandsAt = Map.groupBy(finished, ({ testId }) => testId)
    for (const some of bandsAt.values()) {
      const bands = new Set(some.map(({ percentage }) => getScoreBand(percentage ?? 0)))
      expect(bands.size).toBe(3)
    }
  })

  it('have every kind of help by the admin', async () => {
    const actions = await deps.db.read.selectFrom('audit').select('action').distinct().execute()
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['attempt.reopened', 'attempt.granted', 'attempt.extended']),
    )
  })
})

it('has sent the results of one exam, whose emails are in the outbox', async () => {
  const attempts = (await admin.request(listAttempts)).json as Attempt[]
  const released = attempts.filter(({ resultReleased }) => resultReleased)
  const testId = released[0]?.testId ?? ''
  const { json } = await admin.request(getReleaseProgress, { params: { testId } })
  expect(json).toMatchObject({ state: 'done', total: released.length, sent: released.length })
  const emails = readdirSync(join(folder, 'outbox'))
  expect(emails.filter((name) => name.includes('_result_'))).toHaveLength(released.length)
  const mails = await deps.db.read.selectFrom('mails').selectAll().execute()
  for (const { created_at, sent_at, tries } of mails) {
    expect((sent_at ?? 0) - created_at).toBeLessThanOrEqual(60_000)
    expect(tries).toBe(1)
  }
})

it('has the reported incidents, and calls no student silent who is only thinking', async () => {
  const { json } = await admin.request(listIncidents, { query: { days: 30 } })
  const offline = json.filter(({ kind }) => kind === 'offline').flatMap(({ members }) => members)
  expect(offline.map(({ studentName }) => studentName)).toEqual(['Gaurav Mehta'])
  expect(json.length).toBeGreaterThan(5)
  const silences = await deps.db.read
    .selectFrom('attempt_events')
    .select('id')
    .where('kind', '=', 'silence')
    .execute()
  expect(silences).toEqual([])
})

it('has enquiries, handled and not', async () => {
  const { json } = await admin.request(listEnquiries)
  expect(json.filter(({ handledAt }) => handledAt !== null)).toHaveLength(3)
  expect(json.filter(({ handledAt }) => handledAt === null)).toHaveLength(4)
})

it('shows the student a running test, one to start and one already taken', async () => {
  const tests = (await student.request(listExams)).json as StudentExam[]
  expect(tests).toHaveLength(5)
  expect(tests).toContainEqual(
    expect.objectContaining({ attempt: expect.objectContaining({ status: 'In progress' }) }),
  )
  expect(tests).toContainEqual(expect.objectContaining({ attempt: null, canStart: true }))
  expect(tests).toContainEqual(expect.objectContaining({ canStart: false }))
})

it('has two batches, with windows that are over, open, coming, and for an unreleased test', async () => {
  const { json: batches } = await admin.request(listBatches)
  expect(batches.map(({ name }) => name)).toEqual(['Weekend B9', 'Morning B12'])
  const { json: windows } = await admin.request(listExamWindows)
  const described = windows.map(({ phase, released }) => `${phase} ${released}`)
  expect(described.toSorted()).toEqual(['closed true', 'coming false', 'coming true', 'open true'])
  const over = windows.find(({ phase }) => phase === 'closed')
  const params = { testId: over?.testId ?? '' }
  expect((await admin.request(listAbsentStudents, { params })).json.length).toBeGreaterThan(2)
})

it('shows the student a coming test', async () => {
  const tests = (await student.request(listExams)).json as StudentExam[]
  expect(tests.map(({ window }) => window?.phase)).toContain('coming')
})

it('the demo can be large', async () => {
  const data = mkdtempSync(join(tmpdir(), 'large-'))
  await seedLarge(data, now, { students: 60, exams: 50, attempts: 500 })
  const large = await createDeps(readConfig({ DATA_DIR: data }), pino({ enabled: false }))
  const app = await buildApp(large.deps)
  const client = createInProcessClient(app)
  await client.request(adminLogin, { body: { email: adminEmail, password: demoPassword } })
  expect((await client.request(listStudents)).json).toHaveLength(60)
  expect((await client.request(listExams)).json).toHaveLength(50)
  const attempts = (await client.request(listAttempts)).json as Attempt[]
  expect(attempts).toHaveLength(500)
  expect(attempts).toContainEqual(expect.objectContaining({ status: 'In progress' }))
  for (const { _id, testId, studentId, score } of attempts
    .filter(({ score }) => score)
    .slice(0, 9)) {
    const params = { testId, studentId }
    const { json } = await client.request(getAnswers, { params, query: { attempt: _id } })
    expect(json.answers.filter(({ isCorrect }) => isCorrect)).toHaveLength(score ?? 0)
  }
  await app.close()
  await large.close()
  rmSync(data, { recursive: true })
})

it('the demo is seeded once, and never over other data', async () => {
  const never = () => Promise.reject(new Error('It was seeded again'))
  await prepareFolder({ folder, kind: 'small', isFresh: false, seed: never })
  const large = prepareFolder({ folder, kind: 'large', isFresh: false, seed: never })
  await expect(large).rejects.toThrow('holds the small demo')
  const data = mkdtempSync(join(tmpdir(), 'data-'))
  await prepareFolder({ folder: data, kind: 'small', isFresh: false, seed: async () => {} })
  rmSync(join(data, 'demo.json'))
  writeFileSync(join(data, 'institute.db'), '')
  const over = prepareFolder({ folder: data, kind: 'small', isFresh: true, seed: never })
  await expect(over).rejects.toThrow('something that is no demo')
  rmSync(data, { recursive: true })
})
