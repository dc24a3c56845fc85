import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listAttemptPlaces } from '#contract/proctoring.ts'
import {
  createReleasedExam,
  createStudent,
  studentPassword,
  type TestStudent,
} from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const minute = 60_000

let app: TestApp
let admin: TestClient
let student: TestStudent
let testId: string
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  testId = (await createReleasedExam(admin))._id
  student = await createStudent(app)
})
afterEach(() => app.close())

type SendArguments = Parameters<TestClient['send']>
/** The same person by a browser that names itself. */
const openBrowser = (client: TestClient, userAgent: string) => ({
  call: (method: SendArguments[0], url: string, body?: unknown) =>
    client.send(method, url, {
      ...(body !== undefined && { body }),
      headers: { 'user-agent': userAgent },
    }),
})
type Browser = ReturnType<typeof openBrowser>

async function start(browser: Browser) {
  const { json } = await browser.call('POST', startQuiz.path.replace(':testId', testId))
  const attemptId = String(json.quizAttemptId)
  const { json: paper } = await browser.call('GET', getQuestions.path.replace(':testId', testId))
  const questionIds = (paper.questions as { _id: string }[]).map(({ _id }) => _id)
  const submit = (from: Browser, index: number) =>
    from.call(
      'POST',
      submitAnswer.path.replace(':attemptId', attemptId).replace(':testId', testId),
      { questionId: questionIds[index], selectedOption: 1 },
    )
  return { attemptId, submit }
}

const listPlacesOf = async (attemptId: string) =>
  (await admin.request(listAttemptPlaces, { params: { attemptId } })).json

const listStoredPlaces = () => app.deps.db.read.selectFrom('attempt_places').selectAll().execute()

async function logInElsewhere(): Promise<TestClient> {
  const client = app.createClient()
  await client.request(studentLogin, { body: { email: student.email, password: studentPassword } })
  return client
}

it('a place has a network, a device, the first and last contact, and a count of calls', async () => {
  const browser = openBrowser(student, windows)
  const startedAt = app.clock.at
  const { attemptId, submit } = await start(browser)
  for (let index = 0; index < 3; index++) {
    app.advanceClock(10_000)
    await submit(browser, index)
  }
  const { json: finished } = await browser.call(
    'POST',
    finishQuiz.path.replace(':attemptId', attemptId),
    {
      score: 0,
    },
  )
  expect(finished.finishReason).toBe('Completed')
  expect(await listPlacesOf(attemptId)).toEqual([
    {
      address: '127.0.0.1',
      device: 'Chrome on Windows',
      firstAt: new Date(startedAt).toISOString(),
      lastAt: new Date(startedAt + 30_000).toISOString(),
      calls: 6,
      isAtOnce: false,
    },
  ])
})

it('a place is written at most once a minute', async () => {
  const browser = openBrowser(student, windows)
  const { submit } = await start(browser)
  const before = await listStoredPlaces()
  app.advanceClock(minute - 1)
  await submit(browser, 0)
  expect(await listStoredPlaces()).toEqual(before)
  app.advanceClock(1)
  await submit(browser, 1)
  const written = await listStoredPlaces()
  expect(written).toMatchObject([{ calls: 4, last_at: app.clock.at }])
  app.advanceClock(minute - 1)
  await submit(browser, 2)
  expect(await listStoredPlaces()).toEqual(written)
})

it('two places are concurrent when a second device answers in between', async () => {
  const browser = openBrowser(student, windows)
  const { attemptId, submit } = await start(browser)
  app.advanceClock(5_000)
  const friend = openBrowser(await logInElsewhere(), phone)
  await submit(friend, 0)
  app.advanceClock(1_000)
  await submit(browser, 1)
  app.advanceClock(minute)
  await submit(browser, 2)
  const seen = await listPlacesOf(attemptId)
  expect(seen.map(({ device, isAtOnce }) => [device, isAtOnce])).toEqual([
    ['Chrome on Windows', true],
    ['Chrome on Android', true],
  ])
})

it('two places are not concurrent when a student moves to another computer', async () => {
  const { attemptId, submit } = await start(openBrowser(student, windows))
  app.advanceClock(2 * minute)
  const next = openBrowser(await logInElsewhere(), windows)
  await submit(next, 0)
  app.advanceClock(2 * minute)
  await submit(next, 1)
  const seen = await listPlacesOf(attemptId)
  expect(seen.map(({ isAtOnce }) => isAtOnce)).toEqual([false, false])
})

it('one device on two networks is not concurrent, and no cookie or header is stored', async () => {
  const { attemptId, submit } = await start(
    openBrowser(student, `${windows} <script>alert(1)</script>`),
  )
  const reply = await app.fastify.inject({
    method: 'GET',
    url: getQuestions.path.replace(':testId', testId),
    remoteAddress: '10.1.2.3',
    headers: {
      cookie: Object.entries(student.cookies)
        .map((pair) => pair.join('='))
        .join('; '),
      'user-agent': windows,
    },
  })
  expect(reply.statusCode).toBe(200)
  app.advanceClock(minute)
  await submit(openBrowser(student, windows), 0)
  const seen = await listPlacesOf(attemptId)
  expect(seen.map(({ address, isAtOnce }) => [address, isAtOnce])).toEqual([
    ['10.1.2.3', false],
    ['127.0.0.1', false],
  ])
  const rows = JSON.stringify(await listStoredPlaces())
  expect(rows).not.toContain('script')
  for (const cookie of Object.values(student.cookies)) expect(rows).not.toContain(cookie)
})

it('a refused answer leaves no place, and an attempt has at most twenty', async () => {
  const { attemptId } = await start(openBrowser(student, windows))
  const other = await createStudent(app, 'Arun')
  const url = submitAnswer.path.replace(':attemptId', attemptId).replace(':testId', testId)
  const body = { questionId: 'any', selectedOption: 1 }
  expect((await openBrowser(other, phone).call('POST', url, body)).status).toBe(404)
  expect(await listStoredPlaces()).toHaveLength(1)
  for (let network = 0; network < 30; network++) {
    await app.fastify.inject({
      method: 'GET',
      url: getQuestions.path.replace(':testId', testId),
      remoteAddress: `10.0.0.${network}`,
      headers: {
        cookie: Object.entries(student.cookies)
          .map((pair) => pair.join('='))
          .join('; '),
      },
    })
  }
  expect(await listStoredPlaces()).toHaveLength(20)
})

it('a place is erased with its attempt, and hidden from students', async () => {
  const { attemptId } = await start(openBrowser(student, windows))
  expect((await student.request(listAttemptPlaces, { params: { attemptId } })).status).toBe(403)
  expect((await admin.request(listAttemptPlaces, { params: { attemptId: 'none' } })).status).toBe(
    404,
  )
  await app.deps.db.erase((tx) => tx.deleteFrom('attempts').where('id', '=', attemptId).execute())
  expect(await listStoredPlaces()).toEqual([])
})
