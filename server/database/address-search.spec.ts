import { afterAll, beforeAll, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/audit-log.ts'
import { listEnquiries, sendEnquiry } from '#contract/enquiries.ts'
import { listStudents, updateStudent } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  const asha = await createStudent(app, 'Asha Rao', { email: 'asha@bücher.example' })
  await admin.request(updateStudent, { params: { id: asha.id }, body: { fees: 1 } })
  await app.createStaff('teacher', 'tara@bücher.example')
  const body = {
    name: 'Asha Rao',
    email: 'asha@bücher.example',
    contact: '98200 00001',
    course: 'Full Stack Development' as const,
  }
  await app.createClient().request(sendEnquiry, { body })
})
afterAll(() => app.close())

it.each(['asha@bücher.example', 'ASHA@BÜCHER', 'asha@bu\u0308cher'])(
  '%s finds a student, an enquiry and an entry of the audit log',
  async (search) => {
    const { json: students } = await admin.request(listStudents, { query: { search } })
    expect(students.map(({ name }) => name)).toEqual(['Asha Rao'])
    const { json: enquiries } = await admin.request(listEnquiries, { query: { search } })
    expect(enquiries.map(({ name }) => name)).toEqual(['Asha Rao'])
    const query = { search, action: 'student.updated' } as const
    expect((await admin.request(listAuditEntries, { query })).json).toHaveLength(1)
  },
)

it('a member of staff is found in the audit log by their address, too', async () => {
  const query = { search: 'tara@bücher', action: 'session.started' } as const
  const { json } = await admin.request(listAuditEntries, { query })
  expect(json.map(({ actor }) => actor)).toEqual(['tara@bücher.example'])
})
