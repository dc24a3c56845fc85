import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, listAuditEntries } from '#contract/audit-log.ts'
import { listEmails } from '#contract/email-log.ts'
import * as contract from '#contract/students.ts'
import { createStudent, type TestStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
let student: TestStudent
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  student = await createStudent(app, 'Priya Nair', { fees: 45_000 })
})
afterEach(() => app.close())

const save = (body: object, as = admin) =>
  as.request(contract.updateStudent, { params: { id: student.id }, body })
const read = async () =>
  (await admin.request(contract.getStudent, { params: { id: student.id } })).json
const listUpdates = async (): Promise<AuditEntry[]> => {
  const query = { action: 'student.updated', sort: 'oldest' } as const
  return (await admin.request(listAuditEntries, { query })).json
}

describe('two people who edit one student', () => {
  it('do not overwrite each other: the second is refused, and can save after reading the change', async () => {
    const { version: basedOn } = await read()
    const first = await save({ fees: 50_000, basedOn })
    expect(first.json.student.version).not.toBe(basedOn)
    expect(await save({ remarks: 'Pays in May', fees: 45_000, basedOn })).toMatchObject({
      status: 409,
      json: { code: 'student-changed' },
    })
    expect(await read()).toMatchObject({ fees: 50_000, remarks: null })
    const again = { remarks: 'Pays in May', basedOn: first.json.student.version }
    expect((await save(again)).json.student).toMatchObject({ fees: 50_000, remarks: 'Pays in May' })
  })

  it('are told apart when many save at once: one succeeds, and the others are refused', async () => {
    const { version: basedOn } = await read()
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => save({ remarks: `Call ${n}`, basedOn })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect(await listUpdates()).toHaveLength(1)
  })

  it('may both save without a version, as before', async () => {
    expect([(await save({ fees: 1 })).status, (await save({ fees: 2 })).status]).toEqual([200, 200])
  })
})

it('a save that changes nothing writes no line and no email, and is no new version', async () => {
  const { version, name, email, phone, course, fname } = await read()
  const same = { name: ` ${name} `, email: email.toUpperCase(), phone, course, fname }
  const reply = await save({ ...same, fees: '45000', remarks: null, extraTimePercent: 0 })
  expect(reply).toMatchObject({
    status: 200,
    json: { message: 'Student details updated successfully.', student: { version } },
  })
  expect((await save({})).status).toBe(200)
  expect(await listUpdates()).toEqual([])
  expect((await admin.request(listEmails)).json).toEqual([])
})

it('the audit log says what changed, from what to what, and nothing else', async () => {
  await save({ name: 'Priya Rao', phone: '+91 98200 00001', fees: 50_000, remarks: 'Pays in May' })
  await save({ course: 'other', otherCourse: 'Rust' })
  expect(await listUpdates()).toMatchObject([
    {
      detail: { fields: ['name', 'fees', 'remarks'] },
      values: {
        name: { from: 'Priya Nair', to: 'Priya Rao' },
        fees: { from: 45_000, to: 50_000 },
        remarks: { from: null, to: 'Pays in May' },
      },
    },
    {
      values: {
        course: { from: 'full stack', to: 'other' },
        otherCourse: { from: null, to: 'Rust' },
      },
    },
  ])
  expect(Object.keys((await listUpdates())[0]?.values ?? {})).toHaveLength(3)
})

describe('a correction of a registration', () => {
  it.each([
    { course: 'python' },
    { course: 'other', otherCourse: 'Data Analytics' },
    { dob: '01-02-2003', gender: 'other' },
    { fname: 'Usha Nair', fphone: '020 2543 1111' },
    { laddress: '4 Baner Road\nPune', paddress: 'Nashik' },
    { role: 'workingProfessional', designation: 'Clerk', company: 'Acme' },
    { qualification: 'M.Com', qualificationYear: '2026', college: 'Ferguson' },
    { referral: 'Friend', friendName: 'Asha' },
  ])('is saved: %o', async (correction) => {
    const office = await app.createStaff('office')
    const reply = await save(correction, office)
    expect([reply.status, reply.json.student]).toMatchObject([200, correction])
    expect(await read()).toMatchObject(correction)
  })

  it('drops fields that are no longer asked for, and requires new ones', async () => {
    await save({ course: 'other', otherCourse: 'Rust' })
    expect((await save({ course: 'php' })).json.student).not.toHaveProperty('otherCourse')
    expect((await save({ role: 'workingProfessional' })).json.fields).toEqual({
      designation: 'Enter the designation',
      company: 'Enter the name of the company',
    })
    expect(await read()).toMatchObject({ role: 'student', college: 'Fergusson College' })
  })

  it.each([
    [{ dob: '31-02-2004' }, 'dob'],
    [{ gender: 'none' }, 'gender'],
    [{ course: 'cooking' }, 'course'],
    [{ fphone: '12' }, 'fphone'],
    [{ laddress: ' ' }, 'laddress'],
    [{ qualificationYear: '25' }, 'qualificationYear'],
    [{ termsAcceptedAt: '2026-11-21T04:30:00.000Z' }, 'termsAcceptedAt'],
  ])('is refused: %o', async (body, field) => {
    const before = await read()
    const reply = await admin.send('PUT', `/api/students/updateStudent/${student.id}`, { body })
    expect([reply.status, Object.keys(reply.json.fields ?? {})]).toEqual([400, [field]])
    expect(await read()).toEqual(before)
  })

  it('is not for a teacher, who cannot read it either', async () => {
    const teacher = await app.createStaff('teacher')
    const body = { course: 'php', laddress: 'Elsewhere', dob: '01-02-2003' }
    const { status, json, text } = await save(body, teacher)
    expect([status, Object.keys(json.fields ?? {}).sort()]).toEqual([
      403,
      ['course', 'dob', 'laddress'],
    ])
    expect(text).not.toMatch(/Sai Residency|2004/)
  })
})

describe('the search', () => {
  const find = async (search: string, by = admin) =>
    (await by.request(contract.listStudents, { query: { search } })).json.map(({ name }) => name)

  beforeEach(async () => {
    const arun = { phone: '+91 70695 86438', fname: 'Meera Deshpande', fphone: '020-2543 2222' }
    await createStudent(app, 'Arun Rao', arun)
  })

  it.each([
    '7069586438',
    '069586438',
    '+91 70695-86438',
    '07069586438',
    'rao arun',
    'RAO 70695',
    'deshpande meera',
    '020 25432222',
    'arun meera',
  ])('finds a student by %s', async (search) => {
    expect(await find(search)).toEqual(['Arun Rao'])
    const { text } = await admin.request(contract.exportStudents, { query: { search } })
    expect([text.includes('Arun Rao'), text.includes('Priya Nair')]).toEqual([true, false])
    const { json } = await admin.request(contract.listStudents, { query: { search: 'arun' } })
    await admin.request(contract.deleteStudents, { body: { ids: json.map(({ _id }) => _id) } })
    const deleted = await admin.request(contract.listDeletedStudents, { query: { search } })
    expect(deleted.json.map(({ name }) => name)).toEqual(['Arun Rao'])
  })

  it('finds people whose names are as long as can be, in any script', async () => {
    const long = '각'.repeat(195)
    const fname = `${'நோ'.repeat(90)} Raman`
    await save({ name: `Arun ${long}`, fname, fphone: '020 2543 2223' })
    expect(await find('25432223')).toEqual([`Arun ${long}`])
    expect(await find('நோ')).toEqual([`Arun ${long}`])
  })

  it('follows a corrected phone number and parent', async () => {
    await save({ phone: '99999 11111', fname: 'Usha Menon' })
    expect(await find('9999911111')).toEqual(['Priya Nair'])
    expect(await find('menon')).toEqual(['Priya Nair'])
    expect(await find('ravi')).toEqual([])
  })

  it('does not find parents for staff who may not see them', async () => {
    const teacher = await app.createStaff('teacher')
    expect(await find('meera', teacher)).toEqual([])
    expect(await find('25432222', teacher)).toEqual([])
    expect(await find('rao arun', teacher)).toEqual(['Arun Rao'])
  })
})
