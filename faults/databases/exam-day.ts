import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import sharp from 'sharp'
import { createQuestions } from '#test/factories.ts'
import { type Browser, createRegistrationFields, encodeForm } from '../browser.ts'
import { expectStatus } from '../erasure/restartable-server.ts'
import { type Day, owner } from './open-day.ts'
import { createSeat, type Seat } from './seat.ts'

const importedCount = 7
const verifyAudit = join(import.meta.dirname, '../../scripts/verify-audit.ts')
const aboutResult = /result/i

/**
 * The first day of an institute on an empty database, by HTTP alone. A step that is not as it must
 * be throws. @returns the steps
 */
export async function runExamDay(day: Day): Promise<string[]> {
  const steps: string[] = []
  const step = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    steps.push(name)
    try {
      return await run()
    } catch (cause) {
      throw new Error(`Step ${steps.length}, ${name}: ${cause}`, { cause })
    }
  }

  await step('the first start makes tables and the owner', day.start)
  const staff = await step('the owner logs in', () => logInAsOwner(day))
  const testId = await step('a test is written and released', () => createReleasedTest(staff))
  const imported = await step('seven students are imported', () => importStudents(staff))
  const registered = await step('one registers with both pictures', () => register(day))
  const seats = [...imported, registered].map((email) => createSeat(day, { email, testId }))
  await step('each chooses a password and completes the registration', () =>
    all(seats, (seat) => seat.enter()),
  )
  await step('each presses Start three times at once', () => all(seats, (seat) => seat.start()))
  await step('each submits half of the answers at once', () =>
    all(seats, (seat) => seat.answer('first half')),
  )
  await step('the server is killed, started, and papers are as they were', async () => {
    await day.stop('SIGKILL')
    await day.start()
    await all(seats, (seat) => seat.expectPaperAsBefore())
  })
  await step('each submits the rest and finishes twice at once', () =>
    all(seats, async (seat) => {
      await seat.answer('second half')
      await seat.finish()
    }),
  )
  await step('results are released, and mailed to each once', () =>
    releaseResults(day, { staff, testId, seats }),
  )
  await step('each reads all marks, and staff read the same', () =>
    readResults(staff, { testId, seats }),
  )
  await step('the server is stopped, and its audit log is whole', () => verifyLog(day))
  return steps
}

const all = (seats: readonly Seat[], act: (seat: Seat) => Promise<void>) =>
  Promise.all(seats.map(act)).then(() => {})

async function logInAsOwner(day: Day): Promise<Browser> {
  const browser = day.openBrowser()
  expectStatus(await browser.call('POST', '/api/auth/admin', owner), 200, 'login')
  return browser
}

async function createReleasedTest(staff: Browser): Promise<string> {
  const body = { title: 'Node JS', duration: 30, questions: createQuestions(4) }
  const created = expectStatus(await staff.call('POST', '/api/test/create', body), 201, 'test')
  const id = JSON.parse(created.text).test._id as string
  const released = await staff.call('PUT', `/api/test/update/${id}`, { released: true })
  expectStatus(released, 200, 'release of the test')
  return id
}

async function importStudents(staff: Browser): Promise<string[]> {
  const emails = Array.from({ length: importedCount }, (_, n) => `student${n}@example.com`)
  const rows = emails.map((email, n) => ({
    line: n + 2,
    name: `Student ${n}`,
    email,
    course: 'full stack',
  }))
  const body = { rows, batchId: null, deliver: 'mail' }
  const key = { 'idempotency-key': crypto.randomUUID() }
  expectStatus(await staff.call('POST', '/api/students/import', body, key), 201, 'import')
  return emails
}

async function register(day: Day): Promise<string> {
  const email = 'priya@example.com'
  const photo = await sharp({
    create: { width: 640, height: 400, channels: 3, background: 'teal' },
  })
    .jpeg()
    .toBuffer()
  const pictures = { aadharFront: photo, aadharBack: photo }
  const form = await encodeForm(createRegistrationFields(email), pictures)
  const registered = await day.openBrowser().call('POST', '/api/students/register', form)
  expectStatus(registered, 201, 'registration')
  return email
}

type Results = {
  readonly staff: Browser
  readonly testId: string
  readonly seats: readonly Seat[]
}

async function releaseResults(day: Day, { staff, testId, seats }: Results) {
  const path = `/api/test/releaseResult/${testId}`
  const released = expectStatus(await staff.call('POST', path, {}), 202, 'release')
  if (JSON.parse(released.text).queued !== seats.length) throw new Error(released.text)
  for (const { email } of seats) await day.waitForMail(email, aboutResult)
  const counts = seats.map(({ email }) => day.countMails(email, aboutResult))
  if (counts.some((count) => count !== 1)) throw new Error(`result mails: ${counts}`)
}

async function readResults(staff: Browser, { testId, seats }: Omit<Results, 'staff'>) {
  await all(seats, (seat) => seat.expectAllMarks())
  const list = await staff.call('GET', `/api/students/score/test/${testId}?limit=50`)
  const scores = (JSON.parse(expectStatus(list, 200, 'results').text) as { score: number }[]).map(
    ({ score }) => score,
  )
  if (`${scores}` !== `${seats.map(() => 4)}`) throw new Error(`scores of staff: ${scores}`)
}

async function verifyLog(day: Day) {
  await day.stop('SIGTERM')
  const printed = execFileSync(process.execPath, [verifyAudit], {
    env: { ...process.env, ...day.env },
    encoding: 'utf8',
  })
  if (!printed.startsWith('OK: ')) throw new Error(printed)
}
