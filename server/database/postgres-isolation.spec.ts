import { afterEach, expect, inject, it } from 'vitest'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import {
  createQuestions,
  createReleasedExam,
  createStudent,
  type TestStudent,
} from '#test/factories.ts'
import { createOwnDatabase } from '#test/own-database.ts'
import { createTestApp } from '#test/test-app.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** An app on a database whose defaults somebody has set. */
async function openApp(setting: string) {
  const database = await createOwnDatabase(inject('postgresUrl'))
  closers.push(database.drop)
  await database.alter(`SET ${setting}`)
  const app = await createTestApp({ databaseUrl: database.url, schema: 'public' })
  closers.push(() => app.close())
  return app
}

/** As pages do that were opened twice: three starts at once, and two ends. */
async function takeExam(student: TestStudent, testId: string): Promise<string> {
  const start = () => student.request(startQuiz, { params: { testId }, body: {} })
  const starts = await Promise.all([start(), start(), start()])
  const attemptId = starts[0].json.quizAttemptId
  const { json: paper } = await student.request(getQuestions, { params: { testId } })
  const answers = await Promise.all(
    paper.questions.map(({ _id: questionId }, index) =>
      student.request(submitAnswer, {
        params: { attemptId, testId },
        body: { questionId, selectedOption: 0, sequence: index + 1 },
      }),
    ),
  )
  const finish = () => student.request(finishQuiz, { params: { attemptId }, body: {} })
  const finishes = await Promise.all([finish(), finish()])
  const list = (replies: readonly { status: number }[]) =>
    replies.map(({ status }) => status).toSorted()
  return [list(starts), list(answers), list(finishes)].join(' ')
}

const onPostgres = it.runIf(process.env.ENGINE === 'postgres')

onPostgres.for(['serializable', 'repeatable read'])(
  '16 students who start at once all finish where the default is %s',
  async (isolation) => {
    const app = await openApp(`default_transaction_isolation = '${isolation}'`)
    const { _id: testId } = await createReleasedExam(await app.createAdmin(), {
      questions: createQuestions(4),
    })
    const students: TestStudent[] = []
    for (let n = 0; n < 16; n++) students.push(await createStudent(app, `Student ${n}`))
    const taken = await Promise.all(students.map((student) => takeExam(student, testId)))
    expect(taken).toEqual(students.map(() => '200,200,201 200,200,200,200 200,200'))
    const rows = await app.deps.db.read
      .selectFrom('attempts')
      .select(['student_id', 'finished_at'])
      .execute()
    expect(rows.filter(({ finished_at }) => finished_at !== null)).toHaveLength(16)
  },
)

onPostgres('a search works where backslashes are escapes', async () => {
  const app = await openApp('standard_conforming_strings = off')
  const admin = await app.createAdmin()
  await createStudent(app, 'Priya Nair')
  const { status } = await admin.send('GET', '/api/students/getStudents?search=priya')
  expect(status).toBe(200)
})

onPostgres('a write whose rows another transaction has changed is tried again', async () => {
  const app = await openApp("timezone = 'UTC'")
  let tries = 0
  const write = (failures: number) => {
    tries = 0
    return app.deps.db.write(async () => {
      tries += 1
      if (tries <= failures)
        throw Object.assign(new Error('could not serialize'), { code: '40001' })
      return 'saved'
    })
  }
  expect(await write(4)).toBe('saved')
  await expect(write(9)).rejects.toThrow('could not serialize')
  expect(tries).toBe(5)
})
