import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { findOneTimePassword } from '#test/received-emails.ts'
import type { Browser } from '../browser.ts'
import { encodeForm, fieldsOfPerson } from '../registration-form.ts'
import { createCanaries } from './canaries.ts'
import { expectStatus, type Institute, waitFor } from './institute.ts'

const typed = [
  ...['name', 'email', 'fname', 'laddress', 'paddress', 'qualification', 'college'],
  ...['otherCourse', 'friendName', 'remarks', 'enquiry', 'guess', 'exif'],
] as const
type Typed = Record<(typeof typed)[number], string>

export type Person = {
  readonly canaries: Typed
  readonly email: string
  readonly name: string
}

export function createPerson(): Person {
  const canaries = createCanaries(typed)
  return { canaries, email: `${canaries.email}@example.com`, name: `Priya ${canaries.name}` }
}

/** The whole form with both pictures, as it is sent. */
export async function fillForm({ canaries, email, name }: Person, back?: Buffer) {
  const front = await photo(canaries.exif)
  const fields = {
    ...fieldsOfPerson(email, name),
    ...{ course: 'other', otherCourse: canaries.otherCourse },
    ...{ referral: 'Friend', friendName: canaries.friendName },
    ...{ fname: `Ravi ${canaries.fname}`, college: canaries.college },
    ...{ laddress: canaries.laddress, paddress: canaries.paddress },
    ...{ qualification: canaries.qualification },
  }
  return encodeForm(fields, { aadharFront: front, aadharBack: back ?? front })
}

function photo(artist: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: artist } })
    .jpeg()
    .toBuffer()
}

/** Registers, logs in, sits a test, forgets the password, asks a question: leaves something everywhere. */
export async function liveThere(institute: Institute, person: Person, testId: string) {
  const { email, canaries } = person
  const browser = institute.visitor()
  const form = await fillForm(person)
  const key = { 'idempotency-key': randomUUID() }
  const registered = await browser.call('POST', '/api/students/register', form, key)
  expectStatus(registered, 201, 'register')

  const password = await oneTimePasswordFor(institute, email)
  const wrong = { email, password: canaries.guess }
  expectStatus(await browser.call('POST', '/api/auth/studentLogin', wrong), 401, 'guess')
  const change = { email, password, newPassword: 'seven quiet otters swim' }
  expectStatus(await browser.call('POST', '/api/auth/changePassword', change), 200, 'new password')
  await sitTest(browser, testId)
  expectStatus(await browser.call('POST', '/api/auth/forgotPassword', { email }), 200, 'forgotten')
  const enquiry = {
    ...{ name: canaries.enquiry, email: `${canaries.enquiry}@example.com` },
    ...{ contact: '+91 98200 00001', course: 'Full Stack Development' },
  }
  expectStatus(await browser.call('POST', '/api/enquiries', enquiry), 201, 'ask')
}

async function sitTest(browser: Browser, testId: string) {
  const started = await browser.call('POST', `/api/students/start-quiz/${testId}`)
  const { quizAttemptId } = JSON.parse(expectStatus(started, 201, 'start').text)
  const paper = JSON.parse(
    (await browser.call('GET', `/api/students/get-questions/${testId}`)).text,
  ) as { questions: { _id: string }[] }
  for (const { _id: questionId } of paper.questions) {
    const path = `/api/students/submit-answer/${quizAttemptId}/${testId}`
    const body = { questionId, selectedOption: 0 }
    expectStatus(await browser.call('POST', path, body), 200, 'answer')
  }
  const finished = await browser.call('POST', `/api/students/finishQuiz/${quizAttemptId}`, {})
  expectStatus(finished, 200, 'finish')
}

async function oneTimePasswordFor({ dataDir }: Institute, email: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  const letter = await waitFor(() => {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((one) => /\.eml$/.test(one)) : []
    const letters = names.map((name) => readFileSync(join(outbox, name)))
    return letters.find((one) => one.toString().includes(`To: `) && isTo(one, email)) ?? null
  })
  if (!letter) throw new Error(`No letter for ${email} was written`)
  return findOneTimePassword(await simpleParser(letter))
}

function isTo(letter: Buffer, email: string): boolean {
  const [head = ''] = letter.toString().split('\r\n\r\n')
  return /^To: .*(\r\n[ \t].*)*/m.exec(head)?.[0].includes(email) ?? false
}
