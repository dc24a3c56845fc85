import { afterEach, describe, expect, it } from 'vitest'
import { changePassword, studentLogin } from '#contract/accounts.ts'
import { createBatch } from '#contract/batches.ts'
import { checkToken } from '#contract/current-session.ts'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { completeRegistration, getOwnRegistration } from '#contract/registration.ts'
import type { importStudents } from '#contract/student-import.ts'
import { getStudent } from '#contract/students.ts'
import { createStudent, studentPassword } from '#test/factories.ts'
import { restOfRegistration as rest } from '#test/rest-of-registration.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { createInProcessClient } from '../http/in-process-client.ts'

let app: TestApp
afterEach(() => app.close())

const key = 'an-import-of-the-office'
const nila = { line: 2, name: 'Nila Menon', email: 'Nila@Example.com', course: 'PHP' }
const arun = { line: 3, name: 'Arun Das', email: 'arun@example.com', course: 'react js' }

async function openOffice() {
  app = await createTestApp()
  return app.createStaff('office')
}

type Reply = ReplyOf<typeof importStudents>

async function send(
  office: TestClient,
  change: Partial<BodyOf<typeof importStudents>> = {},
  idempotencyKey: string | null = key,
) {
  const body = { rows: [nila, arun], batchId: null, deliver: 'slips', ...change }
  const headers: Record<string, string> = idempotencyKey
    ? { 'idempotency-key': idempotencyKey }
    : {}
  const reply = await office.send('POST', '/api/students/import', { body, headers })
  return { ...reply, json: reply.json as Reply & { code: string; fields: Record<string, string> } }
}

const readRows = (table: 'accounts' | 'students' | 'mails' | 'batch_students' | 'audit') =>
  app.deps.db.read.selectFrom(table).selectAll().execute()

async function makeBatch(office: TestClient) {
  const { json } = await office.request(createBatch, {
    body: { name: 'Dec', course: 'php', startDate: '2026-12-01', endDate: '2027-05-31' },
  })
  return json.batch._id
}

const password = 'a password of their own'

/** With a one-time password from a slip, up to the rest of the registration. */
async function signIn(slip: Reply['slips'][number] | undefined) {
  const student = app.createClient()
  const { email = '', password: oneTime = '' } = slip ?? {}
  await student.request(studentLogin, { body: { email, password: oneTime } })
  await student.request(changePassword, {
    body: { email, password: oneTime, newPassword: password },
  })
  return student
}

describe('an import', () => {
  it('adds everybody with name, address and course, and a password on a slip', async () => {
    const office = await openOffice()
    const { status, json } = await send(office)
    expect(status).toBe(201)
    expect(json).toMatchObject({ added: 2, found: 0, message: '2 students added.' })
    expect(json.slips.map(({ name, email }) => [name, email])).toEqual([
      ['Nila Menon', 'nila@example.com'],
      ['Arun Das', 'arun@example.com'],
    ])
    const students = await readRows('students')
    expect(students).toMatchObject([{ course: 'php', phone: '' }, { course: 'react js' }])
    expect(await readRows('mails')).toEqual([])
  })

  it('keeps roll numbers, and prints them on the slips', async () => {
    const office = await openOffice()
    const rows = [{ ...nila, rollNumber: ' 26-1017 ' }, arun]
    const { json } = await send(office, { rows })
    const slips = [{ rollNumber: '26-1017', name: 'Nila Menon' }, { name: 'Arun Das' }]
    expect(json.slips).toMatchObject(slips)
    expect(json.slips[1]).not.toHaveProperty('rollNumber')
    expect((await send(office, { rows })).json.slips).toEqual(json.slips)
    expect(await readRows('students')).toMatchObject([
      { roll_number: '26-1017' },
      { roll_number: null },
    ])
    const esha = { ...nila, name: 'Esha', email: 'esha@example.com', rollNumber: '26-1017' }
    expect(await send(office, { rows: [esha] }, 'another-import-of-it')).toMatchObject({
      status: 409,
      json: {
        code: 'import-faulty',
        fields: { 'rows.2.rollNumber': 'Nila Menon has this roll number (nila@example.com)' },
      },
    })
  })

  it('mails each password, and does not return it in the reply', async () => {
    const office = await openOffice()
    const { json } = await send(office, { deliver: 'mail' })
    expect(json.slips).toEqual([])
    const mails = await readRows('mails')
    expect(mails).toHaveLength(2)
    for (const mail of mails) expect(mail.kind).toBe('student-added')
    expect(mails[0]?.text_body).toMatch(/[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}/)
  })

  it('stores no readable password, and none that the key alone could give', async () => {
    const office = await openOffice()
    const { json } = await send(office)
    const stored = JSON.stringify([
      ...(await readRows('accounts')),
      ...(await readRows('audit')),
      ...(await app.deps.db.read.selectFrom('idempotency_keys').selectAll().execute()),
    ])
    for (const { password: oneTime } of json.slips) expect(stored).not.toContain(oneTime)
    expect(stored).not.toContain(key)
  })

  it('does not change existing students, and adds them to the batch', async () => {
    const office = await openOffice()
    const here = await createStudent(app, 'Arun Das', { email: 'arun@example.com' })
    const batchId = await makeBatch(office)
    const { json } = await send(office, { batchId })
    expect(json).toMatchObject({ added: 1, found: 1 })
    expect(json.slips).toHaveLength(1)
    expect((await readRows('batch_students')).map((row) => row.student_id)).toContain(here.id)
    const login = { email: here.email, password: studentPassword }
    expect((await app.createClient().request(studentLogin, { body: login })).status).toBe(200)
  })

  it('adds nobody when one row has become invalid, and names it', async () => {
    const office = await openOffice()
    await createStudent(app, 'Suresh Das', { email: 'arun@example.com' })
    const { status, json } = await send(office)
    expect([status, json.code]).toEqual([409, 'import-faulty'])
    expect(json.fields).toEqual({
      'rows.3.email': 'This is the login of Suresh Das. Enter an address of their own',
    })
    expect(await readRows('students')).toHaveLength(1)
    // The key is free again for the corrected rows.
    const mended = { ...arun, email: 'arun.das@example.com' }
    expect((await send(office, { rows: [nila, mended] })).status).toBe(201)
  })

  it('adds nobody to a missing batch', async () => {
    const office = await openOffice()
    const { status, json } = await send(office, { batchId: 'gone' })
    expect([status, json.code]).toEqual([404, 'batch-not-found'])
    expect(await readRows('students')).toEqual([])
  })

  it('asks for a recent login before it shows passwords, and not before it mails them', async () => {
    const office = await openOffice()
    const cookies = createInProcessClient(app.fastify, office.cookies)
    app.advanceClock(20 * 60_000)
    const { json } = await send(cookies)
    expect(json.code).toBe('reauthentication-required')
    expect((await send(cookies, { deliver: 'mail' })).status).toBe(201)
  })

  it('leaves one line in the audit log, with who was added', async () => {
    const office = await openOffice()
    await send(office)
    const ids = (await readRows('students')).map(({ id }) => id)
    const [entry, ...others] = (await readRows('audit')).filter(
      ({ action }) => action === 'students.imported',
    )
    expect(others).toEqual([])
    const detail = JSON.parse(entry?.detail ?? '{}')
    expect(detail).toMatchObject({ added: 2, found: 0, deliver: 'slips' })
    expect(detail.ids.toSorted()).toEqual(ids.toSorted())
  })
})

describe('an import that is confirmed again', () => {
  it('gives the same slips for the same key, and adds nobody twice', async () => {
    const office = await openOffice()
    const [first, second] = await Promise.all([send(office), send(office)])
    const third = await send(office)
    expect(third.status).toBe(201)
    expect(second.json).toEqual(first.json)
    expect(third.json).toEqual(first.json)
    expect(await readRows('students')).toHaveLength(2)
  })

  it('gives no password that was used or replaced', async () => {
    const office = await openOffice()
    const { json } = await send(office)
    await signIn(json.slips[0])
    const again = await send(office)
    expect(again.json).toMatchObject({ added: 2 })
    expect(again.json.slips.map(({ email }) => email)).toEqual(['arun@example.com'])
  })

  it('sends no mail twice', async () => {
    const office = await openOffice()
    await send(office, { deliver: 'mail' })
    await send(office, { deliver: 'mail' })
    expect(await readRows('mails')).toHaveLength(2)
  })

  it('is refused with other rows, and says why', async () => {
    const office = await openOffice()
    await send(office)
    const { status, json } = await send(office, { rows: [nila] })
    expect([status, json.code]).toEqual([409, 'import-sent-before'])
  })

  it('finds that all students exist if another import of the same table added them', async () => {
    const office = await openOffice()
    await send(office)
    const { json } = await send(office, {}, 'the-same-table-in-another-tab')
    expect(json).toMatchObject({ added: 0, found: 2, slips: [] })
    expect(await readRows('students')).toHaveLength(2)
  })

  it('gives no passwords to another member of staff with the same key', async () => {
    const office = await openOffice()
    await send(office)
    const other = await app.createStaff('office', 'other@example.com')
    expect((await send(other)).json).toMatchObject({ added: 0, found: 2, slips: [] })
  })
})

describe('the first sign-in of an imported student', () => {
  it('asks for the rest, with terms and consent, before anything else', async () => {
    const office = await openOffice()
    const { json } = await send(office)
    const student = await signIn(json.slips[0])
    const session = await student.request(checkToken)
    expect(session.json).toMatchObject({ firstTimeSignin: false, mustCompleteRegistration: true })
    const denied = await student.request(listExams)
    expect([denied.status, denied.json]).toMatchObject([403, { code: 'registration-required' }])
    expect((await student.request(getOwnRegistration)).json).toMatchObject({
      name: 'Nila Menon',
      course: 'php',
    })

    const { termsAccepted, ...withoutTerms } = rest
    const refused = await student.request(completeRegistration, { body: withoutTerms })
    expect(refused.json).toMatchObject({ fields: { termsAccepted: 'Accept the terms' } })
    const done = await student.request(completeRegistration, { body: rest })
    expect(done.status).toBe(200)
    expect((await student.request(listExams)).status).toBe(200)
  })

  it('is kept with what was agreed to, and cannot be sent again', async () => {
    const office = await openOffice()
    const { json } = await send(office)
    const student = await signIn(json.slips[0])
    await student.request(completeRegistration, { body: rest })
    await student.request(completeRegistration, { body: { ...rest, phone: '98220 99999' } })
    const id = (await readRows('students')).find(({ name }) => name === 'Nila Menon')?.id ?? ''
    const kept = await office.request(getStudent, { params: { id } })
    expect(kept.json).toMatchObject({
      name: 'Nila Menon',
      phone: '98220 41736',
      company: 'Menon & Co',
      consent: { noticeVersion: expect.any(String) },
      termsAcceptedAt: expect.any(String),
    })
  })

  it('asks a guardian of somebody under 18', async () => {
    const office = await openOffice()
    const { json } = await send(office)
    const student = await signIn(json.slips[0])
    const body = { ...rest, dob: '14-08-2012' }
    const refused = await student.request(completeRegistration, { body })
    expect(refused.json).toMatchObject({ fields: { guardianConsent: expect.any(String) } })
    const agreed = { ...body, guardianConsent: 'true' } as const
    expect((await student.request(completeRegistration, { body: agreed })).status).toBe(200)
  })
})

it('an import has at most 5,000 rows', async () => {
  const office = await openOffice()
  const rows = Array.from({ length: 5_001 }, (_, at) => ({ ...nila, line: at + 2 }))
  expect((await send(office, { rows })).status).toBe(400)
})
