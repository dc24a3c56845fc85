import { afterEach, beforeEach, expect, it } from 'vitest'
import { studentLogin } from '#contract/accounts.ts'
import { finishQuiz, getQuestions, startQuiz, submitAnswer } from '#contract/attempts.ts'
import { listAttemptPlaces } from '#contract/proctoring.ts'
import type { Guest, House } from '../house.ts'
import { enrol, type Pupil, releasedExam, studentPassword } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const phone = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const minute = 60_000

let house: House
let admin: Guest
let student: Pupil
let testId: string
beforeEach(async () => {
  house = await openHouse()
  admin = await house.admin()
  testId = (await releasedExam(admin))._id
  student = await enrol(house)
})
afterEach(() => house.close())

type Asked = Parameters<Guest['call']>
/** The same person by a browser that names itself. */
const by = (guest: Guest, userAgent: string) => ({
  call: (method: Asked[0], url: string, body?: unknown) =>
    guest.call(method, url, {
      ...(body !== undefined && { body }),
      headers: { 'user-agent': userAgent },
    }),
})
type Browser = ReturnType<typeof by>

async function start(browser: Browser) {
  const { json } = await browser.call('POST', startQuiz.path.replace(':testId', testId))
  const attemptId = String(json.quizAttemptId)
  const { json: dealt } = await browser.call('GET', getQuestions.path.replace(':testId', testId))
  const questionIds = (dealt.questions as { _id: string }[]).map(({ _id }) => _id)
  const submit = (from: Browser, index: number) =>
    from.call(
      'POST',
      submitAnswer.path.replace(':attemptId', attemptId).replace(':testId', testId),
      { questionId: questionIds[index], selectedOption: 1 },
    )
  return { attemptId, submit }
}

const places = async (attemptId: string) =>
  (await admin.ask(listAttemptPlaces, { params: { attemptId } })).json

const written = () => house.deps.db.read.selectFrom('attempt_places').selectAll().execute()

async function logInElsewhere(): Promise<Guest> {
  const guest = house.guest()
  await guest.ask(studentLogin, { body: { email: student.email, password: studentPassword } })
  return guest
}

it('keeps network, device, first and last moment, and counts the calls', async () => {
  const desk = by(student, windows)
  const startedAt = house.clock.at
  const { attemptId, submit } = await start(desk)
  for (let index = 0; index < 3; index++) {
    house.pass(10_000)
    await submit(desk, index)
  }
  const { json: finished } = await desk.call(
    'POST',
    finishQuiz.path.replace(':attemptId', attemptId),
    {
      score: 0,
    },
  )
  expect(finished.finishReason).toBe('Completed')
  expect(await places(attemptId)).toEqual([
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

it('writes nothing more within a minute, and once in the next', async () => {
  const desk = by(student, windows)
  const { submit } = await start(desk)
  const before = await written()
  house.pass(minute - 1)
  await submit(desk, 0)
  expect(await written()).toEqual(before)
  house.pass(1)
  await submit(desk, 1)
  const [row] = await written()
  expect(row).toMatchObject({ calls: 4, last_at: house.clock.at })
})

it('shows two places at once when a second device answers meanwhile', async () => {
  const desk = by(student, windows)
  const { attemptId, submit } = await start(desk)
  house.pass(5_000)
  const friend = by(await logInElsewhere(), phone)
  await submit(friend, 0)
  house.pass(1_000)
  await submit(desk, 1)
  house.pass(minute)
  await submit(desk, 2)
  const seen = await places(attemptId)
  expect(seen.map(({ device, isAtOnce }) => [device, isAtOnce])).toEqual([
    ['Chrome on Windows', true],
    ['Chrome on Android', true],
  ])
})

it('accuses nobody whose PC died and who went on at the next one', async () => {
  const { attemptId, submit } = await start(by(student, windows))
  house.pass(2 * minute)
  const next = by(await logInElsewhere(), windows)
  await submit(next, 0)
  house.pass(2 * minute)
  await submit(next, 1)
  const seen = await places(attemptId)
  expect(seen.map(({ isAtOnce }) => isAtOnce)).toEqual([false, false])
})

it('takes one device on two networks for one, and keeps no cookie and no header', async () => {
  const { attemptId, submit } = await start(by(student, `${windows} <script>alert(1)</script>`))
  const reply = await house.app.inject({
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
  house.pass(minute)
  await submit(by(student, windows), 0)
  const seen = await places(attemptId)
  expect(seen.map(({ address, isAtOnce }) => [address, isAtOnce])).toEqual([
    ['10.1.2.3', false],
    ['127.0.0.1', false],
  ])
  const rows = JSON.stringify(await written())
  expect(rows).not.toContain('script')
  for (const cookie of Object.values(student.cookies)) expect(rows).not.toContain(cookie)
})

it('keeps no place of a refused answer, and at most twenty of one attempt', async () => {
  const { attemptId } = await start(by(student, windows))
  const other = await enrol(house, 'Arun')
  const url = submitAnswer.path.replace(':attemptId', attemptId).replace(':testId', testId)
  const body = { questionId: 'any', selectedOption: 1 }
  expect((await by(other, phone).call('POST', url, body)).status).toBe(404)
  expect(await written()).toHaveLength(1)
  for (let network = 0; network < 30; network++) {
    await house.app.inject({
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
  expect(await written()).toHaveLength(20)
})

it('goes with the attempt, and is not for students', async () => {
  const { attemptId } = await start(by(student, windows))
  expect((await student.ask(listAttemptPlaces, { params: { attemptId } })).status).toBe(403)
  expect((await admin.ask(listAttemptPlaces, { params: { attemptId: 'none' } })).status).toBe(404)
  await house.deps.db.erase((tx) => tx.deleteFrom('attempts').where('id', '=', attemptId).execute())
  expect(await written()).toEqual([])
})
