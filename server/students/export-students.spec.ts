import { parse } from 'papaparse'
import readXlsxFile from 'read-excel-file/node'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addBatchStudents, deleteBatch } from '#contract/batches.ts'
import * as contract from '#contract/students.ts'
import { createBatch, createStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
  await createStudent(app, 'Asha Rao', { course: 'python', fees: 45_000 })
  await createStudent(app, '=HYPERLINK("http://evil")', { course: 'python', phone: '098200 00001' })
  await createStudent(app, 'Zoya Sheikh', { course: 'php' })
})
afterEach(() => app.close())

async function fetchCsv(
  query: Parameters<typeof admin.request<typeof contract.exportStudents>>[1],
) {
  const { text } = await admin.request(contract.exportStudents, query)
  const { data } = parse<Record<string, string>>(text.replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  return data
}

it('an export contains every student that the list finds, in its order', async () => {
  const query = { search: '@example', course: 'python', sort: 'name-desc' } as const
  const rows = await fetchCsv({ query })
  expect(rows.map(({ Name }) => Name)).toEqual(['Asha Rao', `'=HYPERLINK("http://evil")`])
  expect(rows[0]).toMatchObject({ Fees: '45000', 'Date of birth': '2004-11-21' })
  expect(Object.keys(rows[0] ?? {}), 'that nobody here has').not.toContain('Roll number')
  // As the screens name them.
  expect(rows[0]).toMatchObject({ Course: 'Python', Gender: 'Female', Role: 'Student' })
  expect(rows[0]?.Registered).toMatch(/^2026-11-21T\d\d:\d\d:\d\d\+05:30$/)
  const { json } = await admin.request(contract.listStudents, { query })
  expect(json.map(({ name }) => name)).toEqual(['Asha Rao', '=HYPERLINK("http://evil")'])
  expect(await fetchCsv({ query: {} })).toHaveLength(3)
})

it('an export writes no name as a formula, and no phone number as a number', async () => {
  const [row] = await fetchCsv({ query: { search: 'hyperlink' } })
  expect(row).toMatchObject({ Name: `'=HYPERLINK("http://evil")`, Phone: '098200 00001' })

  const reply = await app.fastify.inject({
    url: '/api/students/exportStudents?format=xlsx&search=hyperlink',
    headers: { cookie: `session=${admin.cookies.session}` },
  })
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  expect(reply.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''students-2026-11-21.xlsx",
  )
  const [{ data }] = (await readXlsxFile(reply.rawPayload)) as unknown as [{ data: unknown[][] }]
  expect(data[1]?.slice(0, 3)).toEqual([
    '=HYPERLINK("http://evil")',
    expect.stringContaining('@example.com'),
    '098200 00001',
  ])
})

it('an export names the batches of each student, without deleted ones', async () => {
  const { json } = await admin.request(contract.listStudents, { query: { search: 'asha' } })
  const studentIds = json.map(({ _id }) => _id)
  const addTo = async (name: string) => {
    const { _id: id } = await createBatch(admin, [], { name })
    await admin.request(addBatchStudents, { params: { id }, body: { studentIds } })
    return id
  }
  await addTo('Weekend B9 <b>')
  await addTo('=B12')
  await admin.request(deleteBatch, { params: { id: await addTo('Gone') } })
  const rows = await fetchCsv({ query: { sort: 'name-asc' } })
  expect(rows.map(({ Batches }) => Batches)).toEqual(['', `'=B12; Weekend B9 <b>`, ''])
})

it('an export is written to the audit log', async () => {
  await fetchCsv({ query: { search: 'asha' } })
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'students.exported')
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual([{ detail: JSON.stringify({ count: 1, format: 'csv' }) }])
})

it('an unknown course or file type is refused', async () => {
  const url = '/api/students/exportStudents'
  expect((await admin.send('GET', `${url}?course=cooking`)).status).toBe(400)
  expect((await admin.send('GET', `${url}?format=pdf`)).status).toBe(400)
})
