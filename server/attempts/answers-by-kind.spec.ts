import { type RawBuilder, sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { submitAnswer } from '#contract/attempts.ts'
import { correctAnswerKey, listItemAnalyses } from '#contract/grading.ts'
import { getAnswers } from '#contract/results.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import {
  completeAttempt,
  createReleasedExam,
  createStudent,
  startAttempt,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
afterEach(() => app.close())

/** The tables as they were: an answer is the number of an option, a key that counts for all NULL. */
function toOldTables(engine: 'sqlite' | 'postgres'): RawBuilder<unknown>[] {
  const read = (column: string, path: string[]) =>
    engine === 'sqlite'
      ? `json_extract(${column}, '$.${path.join('.')}')`
      : `(${column}::json #>> '{${path.join(',')}}')::integer`
  return [
    `CREATE TABLE old_answers (
      attempt_id TEXT NOT NULL REFERENCES attempts (id) ON DELETE CASCADE,
      question_id TEXT NOT NULL,
      option_index INTEGER NOT NULL,
      sequence BIGINT NOT NULL,
      answered_at BIGINT NOT NULL,
      PRIMARY KEY (attempt_id, question_id))`,
    `INSERT INTO old_answers SELECT attempt_id, question_id, ${read('answer', ['option'])}, sequence,
      answered_at FROM answers`,
    'DROP TABLE answers',
    'ALTER TABLE old_answers RENAME TO answers',
    'ALTER TABLE key_corrections ADD COLUMN correct_option INTEGER',
    `UPDATE key_corrections SET correct_option = ${read('correction', ['key', 'option'])}`,
    'ALTER TABLE key_corrections DROP COLUMN correction',
    `UPDATE revisions SET paper = replace(paper, '"kind":"single-choice",', '')`,
    `DELETE FROM migrations WHERE name = '0029-answers-by-kind.ts'`,
  ].map((text) => sql.raw(text))
}

it('the migration keeps answers, keys, papers and marks, and a running attempt continues', async () => {
  app = await createTestApp()
  let admin = await app.createAdmin()
  const { _id: testId } = await createReleasedExam(admin, { shuffleOptions: true })
  const priya = await createStudent(app, 'Priya Nair')
  const rohan = await createStudent(app, 'Rohan Rao')
  await completeAttempt(priya, testId, 3)
  const { attemptId, paper } = await startAttempt(rohan, testId)
  const [first, second] = paper.questions
  const body = { questionId: first?._id ?? '', selectedOption: 2 }
  await rohan.request(submitAnswer, { params: { attemptId, testId }, body })
  const { items } = (await admin.request(listItemAnalyses, { params: { testId } })).json
  for (const [at, key] of (['C', 'everyone'] as const).entries()) {
    const { questionId = '', revisionId = '' } = items[at] ?? {}
    const correction = { questionId, revisionId, key, why: 'It was wrong' }
    await admin.request(correctAnswerKey, { params: { testId }, body: correction })
  }

  async function readAll({ read }: TestApp['deps']['db']) {
    return {
      sheets: await Promise.all(
        [priya, rohan].map(async ({ id: studentId }) => {
          return (await admin.request(getAnswers, { params: { testId, studentId } })).json
        }),
      ),
      items: (await admin.request(listItemAnalyses, { params: { testId } })).json,
      answers: await read.selectFrom('answers').selectAll().orderBy('question_id').execute(),
      corrections: await read
        .selectFrom('key_corrections')
        .selectAll()
        .orderBy('correction')
        .execute(),
      revisions: await read.selectFrom('revisions').selectAll().execute(),
    }
  }
  const before = await readAll(app.deps.db)
  expect(before.answers).toHaveLength(6)
  expect(before.corrections).toHaveLength(2)
  await app.deps.db.write(async (tx) => {
    for (const statement of toOldTables(app.deps.db.engine)) await statement.execute(tx)
  })
  const at = app.clock.at
  await app.close({ keep: true })
  app = await createTestApp({ dataDir: app.dataDir, schema: app.schema })
  app.clock.at = at

  admin = createInProcessClient(app.fastify, admin.cookies)
  expect(await readAll(app.deps.db)).toEqual(before)

  const next = { questionId: second?._id ?? '', selectedOption: 0 }
  const again = createInProcessClient(app.fastify, rohan.cookies)
  const saved = await again.request(submitAnswer, { params: { attemptId, testId }, body: next })
  expect(saved.json).toMatchObject({ answered: 2 })
})
