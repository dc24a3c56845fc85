import sharp from 'sharp'
import { afterEach, describe, expect, it } from 'vitest'
import { changePassword, studentLogin } from '#contract/accounts.ts'
import * as registration from '#contract/registration.ts'
import * as contract from '#contract/students.ts'
import { createFormData, createStudent, registrationFields as priya } from '#test/factories.ts'
import { findOneTimePassword, startSmtpServer, waitForEmails } from '#test/smtp-server.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
afterEach(async () => {
  await app.close()
  await smtp?.close()
})

async function register(fields: Record<string, string> = priya, files = {}) {
  return app.createClient().request(registration.register, { body: createFormData(fields, files) })
}

function createPhoto() {
  return sharp({ create: { width: 64, height: 40, channels: 3, background: 'teal' } })
    .withExif({ IFD0: { Artist: 'secret place' } })
    .jpeg()
    .toBuffer()
}

async function countStudents() {
  const { headers } = await (await app.createAdmin()).request(contract.listStudents)
  return Number(headers['x-total-count'])
}

describe('a registration', () => {
  it('sends a one-time password that leads to a password of one’s own', async () => {
    smtp = await startSmtpServer()
    app = await createTestApp({ smtpUrl: smtp.url })
    expect(await register()).toMatchObject({
      status: 201,
      json: { message: 'Registration Successful' },
    })
    const [receivedEmail] = await waitForEmails(smtp, 'priya@example.com')
    const password = findOneTimePassword(receivedEmail)
    const client = app.createClient()
    const email = 'priya@example.com'
    const { json } = await client.request(studentLogin, { body: { email, password } })
    expect(json.firstTimeSignin).toBe(true)
    const body = { email, password, newPassword: 'my very own words' }
    expect((await client.request(changePassword, { body })).status).toBe(200)
    const [notice] = await waitForEmails(smtp, 'hello@fslacademy.example')
    expect(notice?.text).toContain('Priya Nair')
  })

  it('leaves no password in the database once the email is sent', async () => {
    smtp = await startSmtpServer()
    app = await createTestApp({ smtpUrl: smtp.url })
    await register()
    const [receivedEmail] = await waitForEmails(smtp, 'priya@example.com')
    await expect
      .poll(async () =>
        JSON.stringify(await app.deps.db.read.selectFrom('mails').selectAll().execute()),
      )
      .not.toContain(findOneTimePassword(receivedEmail))
  })

  it('stores identity images encrypted, without what a phone writes into them', async () => {
    app = await createTestApp()
    await register(priya, { aadharFront: await createPhoto() })
    const admin = await app.createAdmin()
    const { json } = await admin.request(contract.listStudents)
    const id = json[0]?._id ?? ''
    const { json: student } = await admin.request(contract.getStudent, { params: { id } })
    expect(student.aadharBack).toBeNull()
    expect(student.termsVersion).toMatch(/\S/)
    const reply = await admin.send('GET', student.aadharFront ?? '')
    expect(reply).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/png', 'cache-control': 'no-store' },
    })
    expect(reply.text).not.toContain('secret place')
    const views = await app.deps.db.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'identity.viewed')
      .orderBy('sequence')
      .execute()
    expect(views).toMatchObject([{ subject: id, detail: JSON.stringify({ side: 'front' }) }])
  })

  it.each([
    { missing: 'name', message: 'Enter your name' },
    { missing: 'dob', message: 'Enter your date of birth' },
    { missing: 'college', message: 'Enter the name of your college' },
    { missing: 'course', message: 'Choose a course' },
  ])('asks for the $missing', async ({ missing, message }) => {
    app = await createTestApp()
    const reply = await register({ ...priya, [missing]: '' })
    expect(reply).toMatchObject({ status: 400, json: { fields: { [missing]: message } } })
    expect(await countStudents()).toBe(0)
  })

  it.each([
    { title: 'a PDF', bytes: Buffer.from('%PDF-1.7\n1 0 obj') },
    { title: 'an SVG', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>') },
    { title: 'half a picture', bytes: null },
  ])('refuses $title for a picture, and nobody is registered', async ({ bytes }) => {
    app = await createTestApp()
    const aadharBack = bytes ?? (await createPhoto()).subarray(0, 300)
    const reply = await register(priya, { aadharBack })
    expect(reply).toMatchObject({ status: 400, json: { code: 'image-faulty' } })
    expect(reply.json.fields).toHaveProperty('aadharBack')
    expect(await countStudents()).toBe(0)
  })

  it('refuses a file above 5 MB', async () => {
    app = await createTestApp()
    const reply = await register(priya, { aadharFront: Buffer.alloc(5 * 1024 * 1024 + 1) })
    expect(reply).toMatchObject({ status: 413, json: { code: 'too-large' } })
  })

  it('creates one student from ten parallel attempts', async () => {
    app = await createTestApp()
    const replies = await Promise.all(Array.from({ length: 10 }, () => register()))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.find(({ status }) => status === 409)?.json).toMatchObject({
      code: 'email-taken',
      message: 'An account with this email already exists.',
    })
    expect(await countStudents()).toBe(1)
  })

  it('understands the names that older clients send', async () => {
    app = await createTestApp()
    const { laddress, paddress, course, ...rest } = priya
    const legacyFields = {
      localAdd: laddress,
      permAdd: paddress,
      batch: course,
      friend_name: 'Ana',
    }
    expect((await register({ ...rest, ...legacyFields, referral: 'Friend' })).status).toBe(201)
    const { json } = await (await app.createAdmin()).request(contract.listStudents)
    expect(json[0]).toMatchObject({ laddress, paddress, course, friendName: 'Ana' })
  })

  it('drops fields that a person was not asked for', async () => {
    app = await createTestApp()
    await register({ ...priya, company: 'Hidden Ltd', otherCourse: 'Hidden', friendName: 'Hidden' })
    const { text } = await (await app.createAdmin()).request(contract.listStudents)
    expect(text).not.toContain('Hidden')
  })

  it('refuses unknown fields', async () => {
    app = await createTestApp()
    const reply = await register({ ...priya, isAdmin: 'true' })
    expect(reply).toMatchObject({ status: 400, json: { fields: { isAdmin: expect.any(String) } } })
  })
})

describe('the list of students', () => {
  const names = [
    'Zoë O’Álvarez',
    'अनन्या देशपांडे',
    'asha rao',
    'Bimal %_Das',
    '<script>alert(1)</script>',
  ]

  async function openWithStudents() {
    app = await createTestApp()
    for (const [place, name] of names.entries()) {
      await createStudent(app, name, { phone: `+91 900000000${place}` })
      app.advanceClock(1000)
    }
    return app.createAdmin()
  }

  it.each([
    { search: 'zoe', finds: ['Zoë O’Álvarez'] },
    { search: 'ASHA', finds: ['asha rao'] },
    { search: 'अनन्या', finds: ['अनन्या देशपांडे'] },
    { search: '%_', finds: ['Bimal %_Das'] },
    { search: '9000000003', finds: ['Bimal %_Das'] },
    { search: 'oalvarez', finds: ['Zoë O’Álvarez'] },
    { search: "o'alv", finds: ['Zoë O’Álvarez'] },
    { search: 'nobody', finds: [] },
  ])('finds $finds by $search', async ({ search, finds }) => {
    const admin = await openWithStudents()
    const { json } = await admin.request(contract.listStudents, { query: { search } })
    expect(json.map(({ name }) => name)).toEqual(finds)
  })

  it.each([
    { sort: 'name-asc', first: '<script>alert(1)</script>' },
    { sort: 'name-desc', first: 'अनन्या देशपांडे' },
    { sort: 'oldest', first: 'Zoë O’Álvarez' },
    { sort: 'newest', first: '<script>alert(1)</script>' },
  ] as const)('sorts by $sort', async ({ sort, first }) => {
    const admin = await openWithStudents()
    const query = { sort, limit: 1 }
    const { json, headers } = await admin.request(contract.listStudents, { query })
    expect(json.map(({ name }) => name)).toEqual([first])
    expect(headers['x-total-count']).toBe('5')
  })

  it('pages without losing or repeating anybody', async () => {
    const admin = await openWithStudents()
    const pages = await Promise.all(
      [0, 2, 4].map((offset) =>
        admin.request(contract.listStudents, { query: { offset, limit: 2 } }),
      ),
    )
    expect(new Set(pages.flatMap(({ json }) => json.map(({ _id }) => _id))).size).toBe(5)
  })
})

describe('a student’s details', () => {
  it.each([
    { body: { fees: 45000 }, expected: { fees: 45000 } },
    { body: { fees: '45000' }, expected: { fees: 45000 } },
    { body: { fees: null }, expected: { fees: null } },
    { body: { fees: '' }, expected: { fees: null } },
    { body: { startDate: '2026-12-01' }, expected: { startDate: '2026-12-01' } },
    { body: { remarks: 'Pays monthly' }, expected: { remarks: 'Pays monthly' } },
    { body: { name: 'Priya N' }, expected: { name: 'Priya N' } },
    { body: { extraTimePercent: 25 }, expected: { extraTimePercent: 25 } },
    { body: { assistiveTools: true }, expected: { assistiveTools: true } },
    { body: { assistiveTools: false }, expected: { assistiveTools: false } },
  ])('change to $expected', async ({ body, expected }) => {
    app = await createTestApp()
    const { id } = await createStudent(app)
    const admin = await app.createAdmin()
    const reply = await admin.request(contract.updateStudent, { params: { id }, body })
    expect(reply.json).toMatchObject({
      message: 'Student details updated successfully.',
      student: expected,
    })
  })

  it.each([
    { body: { fees: 1.5 }, field: 'fees' },
    { body: { fees: 'lots' }, field: 'fees' },
    { body: { startDate: '2026-02-30' }, field: 'startDate' },
    { body: { email: 'not an address' }, field: 'email' },
    { body: { phone: '123' }, field: 'phone' },
    { body: { extraTimePercent: 401 }, field: 'extraTimePercent' },
    { body: { extraTimePercent: 12.5 }, field: 'extraTimePercent' },
    { body: { assistiveTools: 'yes' }, field: 'assistiveTools' },
    { body: { role: 'admin' }, field: 'role' },
    { body: { registeredBy: 'nobody' }, field: 'registeredBy' },
  ])('refuse $body', async ({ body, field }) => {
    app = await createTestApp()
    const { id } = await createStudent(app)
    const admin = await app.createAdmin()
    const reply = await admin.send('PUT', `/api/students/updateStudent/${id}`, { body })
    expect(reply.status).toBe(400)
    expect(reply.json.fields).toHaveProperty(field)
  })

  it('leave in the audit log how their extra time was changed', async () => {
    app = await createTestApp()
    const { id } = await createStudent(app)
    const admin = await app.createAdmin()
    const body = { remarks: 'Reads slowly', extraTimePercent: 25 }
    await admin.request(contract.updateStudent, { params: { id }, body })
    const entry = await app.deps.db.read
      .selectFrom('audit')
      .innerJoin('audit_values', 'audit_values.sequence', 'audit.sequence')
      .select(['detail', 'value'])
      .where('subject', '=', id)
      .where('name', '=', 'extraTimePercent')
      .executeTakeFirstOrThrow()
    expect(entry.detail).toBe(JSON.stringify({ fields: ['remarks', 'extraTimePercent'] }))
    expect(JSON.parse(entry.value)).toEqual({ from: 0, to: 25 })
  })

  it('with a corrected address get new login details there', async () => {
    smtp = await startSmtpServer()
    app = await createTestApp({ smtpUrl: smtp.url })
    const { id } = await createStudent(app)
    const admin = await app.createAdmin()
    const email = 'priya.nair@example.com'
    await admin.request(contract.updateStudent, { params: { id }, body: { email } })
    const password = findOneTimePassword((await waitForEmails(smtp, email))[0])
    const { status } = await app.createClient().request(studentLogin, { body: { email, password } })
    expect(status).toBe(200)
  })
})

describe('a deletion', () => {
  it('takes students out of the list and ends their sessions', async () => {
    app = await createTestApp()
    const students = [await createStudent(app, 'One'), await createStudent(app, 'Two')]
    const admin = await app.createAdmin()
    const ids = students.map(({ id }) => id)
    const { json } = await admin.request(contract.deleteStudents, {
      body: { ids: [...ids, 'nobody'] },
    })
    expect(json.deleted).toBe(2)
    const { json: remaining } = await admin.request(contract.listStudents)
    expect(remaining).toEqual([])
    expect((await students[0]?.send('GET', '/api/auth/checkToken'))?.status).toBe(401)
    const again = await admin.request(contract.deleteStudents, { body: { ids } })
    expect(again).toMatchObject({ status: 200, json: { deleted: 0 } })
  })

  it('frees the address', async () => {
    app = await createTestApp()
    await register()
    const admin = await app.createAdmin()
    const { json } = await admin.request(contract.listStudents)
    await admin.request(contract.deleteStudents, { body: { ids: json.map(({ _id }) => _id) } })
    expect((await register()).status).toBe(201)
  })

  it('does not touch admins', async () => {
    app = await createTestApp()
    const admin = await app.createAdmin()
    const admins = await app.deps.db.read.selectFrom('accounts').select('id').execute()
    await admin.request(contract.deleteStudents, { body: { ids: admins.map(({ id }) => id) } })
    expect((await admin.request(contract.listStudents)).status).toBe(200)
  })
})
