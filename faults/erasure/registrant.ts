import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { findOneTimePassword } from '#test/smtp-server.ts'
import type { Browser } from '../browser.ts'
import { createRegistrationFields, encodeForm } from '../browser.ts'
import { createCanaries } from './canaries.ts'
import { expectStatus, type RestartableServer, waitFor } from './restartable-server.ts'

const canaryFields = [
  ...['name', 'email', 'fname', 'laddress', 'paddress', 'qualification', 'college'],
  ...['otherCourse', 'friendName', 'remarks', 'enquiry', 'guess', 'exif'],
  ...['reason', 'message', 'addedTime', 'statement', 'decision', 'reverted', 'void'],
] as const
type RegistrantCanaries = Record<(typeof canaryFields)[number], string>

export type Registrant = {
  readonly canaries: RegistrantCanaries
  readonly email: string
  readonly name: string
}

export function createRegistrant(): Registrant {
  const canaries = createCanaries(canaryFields)
  return { canaries, email: `${canaries.email}@example.com`, name: `Priya ${canaries.name}` }
}

/** The complete form with both pictures, as it is sent. */
export async function encodeRegistration({ canaries, email, name }: Registrant, back?: Buffer) {
  const front = await createPhoto(canaries.exif)
  const fields = {
    ...createRegistrationFields(email, name),
    course: 'other',
    otherCourse: canaries.otherCourse,
    referral: 'Friend',
    friendName: canaries.friendName,
    fname: `Ravi ${canaries.fname}`,
    college: canaries.college,
    laddress: canaries.laddress,
    paddress: canaries.paddress,
    qualification: canaries.qualification,
  }
  return encodeForm(fields, { aadharFront: front, aadharBack: back ?? front })
}

function createPhoto(artist: string): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 400, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: artist } })
    .jpeg()
    .toBuffer()
}

/**
 * Registers, logs in, takes a test, requests a password and sends an enquiry, so that there are
 * traces everywhere. @returns their browser
 */
export async function leaveTraces(
  server: RestartableServer,
  registrant: Registrant,
  testId: string,
): Promise<Browser> {
  const { email, canaries } = registrant
  const browser = server.openVisitor()
  const form = await encodeRegistration(registrant)
  const key = { 'idempotency-key': randomUUID() }
  const registered = await browser.call('POST', '/api/students/register', form, key)
  expectStatus(registered, 201, 'register')

  const password = await readOneTimePassword(server, email)
  const wrong = { email, password: canaries.guess }
  expectStatus(await browser.call('POST', '/api/auth/studentLogin', wrong), 401, 'guess')
  const change = { email, password, newPassword: 'seven quiet otters swim' }
  expectStatus(await browser.call('POST', '/api/auth/changePassword', change), 200, 'new password')
  await completeAttempt(browser, testId)
  expectStatus(await browser.call('POST', '/api/auth/forgotPassword', { email }), 200, 'forgotten')
  const enquiry = {
    name: canaries.enquiry,
    email: `${canaries.enquiry}@example.com`,
    contact: '+91 98200 00001',
    course: 'Full Stack Development',
  }
  expectStatus(await browser.call('POST', '/api/enquiries', enquiry), 201, 'ask')
  return browser
}

async function completeAttempt(browser: Browser, testId: string) {
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

async function readOneTimePassword({ dataDir }: RestartableServer, email: string): Promise<string> {
  const outbox = join(dataDir, 'outbox')
  const message = await waitFor(() => {
    const names = existsSync(outbox) ? readdirSync(outbox).filter((one) => /\.eml$/.test(one)) : []
    const messages = names.map((name) => readFileSync(join(outbox, name)))
    return (
      messages.find((one) => one.toString().includes(`To: `) && isAddressedTo(one, email)) ?? null
    )
  })
  if (!message) throw new Error(`No email for ${email} was written`)
  return findOneTimePassword(await simpleParser(message))
}

function isAddressedTo(message: Buffer, email: string): boolean {
  const [head = ''] = message.toString().split('\r\n\r\n')
  return /^To: .*(\r\n[ \t].*)*/m.exec(head)?.[0].includes(email) ?? false
}
