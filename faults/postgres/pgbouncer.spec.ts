import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createQuestions, createReleasedExam, createStudent } from '#test/factories.ts'
import { createOwnDatabase } from '#test/own-database.ts'
import { buildAnswerUrl, get, post } from '#test/server-process.ts'
import { createTestApp } from '#test/test-app.ts'
import { howToInstall, isInstalled, runPgbouncer } from '../run-pgbouncer.ts'
import { startProcess } from './institute.ts'
import { refusedPooler, startInVain } from './start-in-vain.ts'

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A database of our own, and the way to it through the pooler. */
async function openPooled(mode: 'session' | 'transaction' | 'statement') {
  const database = await createOwnDatabase(inject('postgresUrl'))
  onTestFinished(() => database.drop().then(() => {}))
  const folder = createFolder()
  const pooler = await runPgbouncer({ folder, databaseUrl: database.url, mode })
  onTestFinished(pooler.stop)
  return { folder, directUrl: database.url, url: pooler.url }
}

/** One student who can log in, and a test. */
async function createExam(databaseUrl: string) {
  const app = await createTestApp({ databaseUrl, schema: 'public', now: () => Date.now() })
  const exam = await createReleasedExam(await app.createAdmin(), { questions: createQuestions(4) })
  const student = await createStudent(app, 'Priya Nair')
  await app.close()
  return { testId: exam._id, cookie: `session=${student.cookies.session}` }
}

// Each start is a process, and the machine may be busy.
describe('behind PgBouncer', { timeout: 240_000 }, () => {
  it('an exam in session mode works from its start to its end', async ({ skip }) => {
    skip(!isInstalled(), howToInstall)
    const { folder, directUrl, url: databaseUrl } = await openPooled('session')
    const { testId, cookie } = await createExam(directUrl)
    const server = await startProcess({ databaseUrl, folder, name: 'one' })
    onTestFinished(server.kill)
    const students = `${server.url}/api/students`
    const started = await post(`${students}/start-quiz/${testId}`, { cookie })
    expect(started.status).toBe(201)
    const attemptId = String(started.json.quizAttemptId)
    const paper = await get(`${students}/get-questions/${testId}`, { cookie })
    const questions = paper.json.questions as readonly { readonly _id: string }[]
    const questionIds = questions.map(({ _id }) => _id)
    for (const questionId of questionIds) {
      const answerUrl = buildAnswerUrl(server.url, { attemptId, testId, cookie, questionIds })
      const body = { questionId, selectedOption: 0 }
      expect((await post(answerUrl, { cookie, body })).status).toBe(200)
    }
    expect((await post(`${students}/finishQuiz/${attemptId}`, { cookie })).status).toBe(200)
  })

  it.for(['transaction', 'statement'] as const)(
    'a start in %s mode does not hang, and says what to do',
    async (mode, { skip }) => {
      skip(!isInstalled(), howToInstall)
      const { directUrl, url } = await openPooled(mode)
      expect(await startInVain(url, createFolder())).toEqual(refusedPooler)
      expect(await startInVain(url, createFolder())).toEqual(refusedPooler)
      // The refused start left no lock behind for which others would wait.
      const server = await startProcess({
        databaseUrl: directUrl,
        folder: createFolder(),
        name: 'one',
      })
      await server.kill()
    },
  )
})
