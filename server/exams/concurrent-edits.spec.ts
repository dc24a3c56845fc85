import { afterEach, expect, it } from 'vitest'
import { getExam, updateExam } from '#contract/exams.ts'
import { createDraftExam } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

let app: TestApp
let admin: TestClient
afterEach(() => app.close())

async function setUpExam() {
  app = await createTestApp()
  admin = await app.createAdmin()
  const { _id: id } = await createDraftExam(admin)
  const read = async () => (await admin.request(getExam, { params: { id } })).json
  const save = (body: object) => admin.request(updateExam, { params: { id }, body })
  return { read, save }
}

it('refuses a change based on another version, and changes nothing', async () => {
  const { read, save } = await setUpExam()
  const basedOn = (await read()).version
  const first = await save({ title: 'Mine', basedOn })
  expect(first.json.test.version).not.toBe(basedOn)
  expect(await save({ title: 'Theirs', basedOn })).toMatchObject({
    status: 409,
    json: { code: 'test-changed' },
  })
  expect(await read()).toMatchObject({ title: 'Mine', version: first.json.test.version })
  const again = { title: 'Theirs', basedOn: first.json.test.version }
  expect((await save(again)).status).toBe(200)
})

it.each([
  { integrityMode: 'observe' },
  { attemptsAllowed: 3 },
  { shuffleOptions: true },
  { duration: 31 },
])('%o creates a new version', async (change) => {
  const { read, save } = await setUpExam()
  const { version } = await read()
  await save(change)
  expect((await read()).version).not.toBe(version)
})

it('a release, or saving without changes, does not change the version', async () => {
  const { read, save } = await setUpExam()
  const { version, title } = await read()
  await save({ released: true })
  await save({ title })
  expect((await read()).version).toBe(version)
})

it('accepts a whole test as it was read, and ignores its version field', async () => {
  const { read, save } = await setUpExam()
  const whole = await read()
  await save({ ...whole, title: 'One' })
  expect((await save({ ...whole, title: 'Two' })).status).toBe(200)
})
