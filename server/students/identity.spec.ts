import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as contract from '#contract/identity.ts'
import { getStudent } from '#contract/students.ts'
import { createStudent } from '#test/factories.ts'
import type { TestApp, TestClient } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.createAdmin()
})
afterEach(() => app.close())

async function createStudentWithPictures() {
  const { images, newId } = app.deps
  const [front, back] = [newId(), newId()]
  for (const id of [front, back]) await images.saveEncrypted(id, Buffer.from('a card'))
  const ids = { front_image_id: front, back_image_id: back }
  return { ...(await createStudent(app, 'Priya', ids)), front }
}

const fetchIdentity = async (id: string) =>
  (await admin.request(contract.getIdentity, { params: { id } })).json
const mark = (id: string, checked: boolean) =>
  admin.request(contract.markIdentity, { params: { id }, body: { checked } })
const erase = (id: string, side: 'front' | 'back') =>
  admin.request(contract.eraseIdentityImage, { params: { id, side } })
const listImageFiles = () => readdirSync(join(app.dataDir, 'images'))
const toIso = (ms: number) => new Date(ms).toISOString()

it('a checked card shows by whom and when, and that the pictures go 30 days later', async () => {
  const { id } = await createStudentWithPictures()
  const sentAt = app.clock.at
  expect(await fetchIdentity(id)).toEqual({
    front: 'kept',
    back: 'kept',
    isShownAtDesk: false,
    checkedAt: null,
    checkedBy: null,
    erasedOn: toIso(sentAt + 180 * day),
    erasedAt: null,
  })
  app.advanceClock(60_000)
  const { json } = await mark(id, true)
  expect(json).toMatchObject({
    checkedAt: toIso(sentAt + 60_000),
    checkedBy: 'Asha Admin',
    erasedOn: toIso(sentAt + 60_000 + 30 * day),
  })
  app.advanceClock(60_000)
  expect((await mark(id, true)).json).toEqual(json)
  expect((await mark(id, false)).json).toMatchObject({
    checkedAt: null,
    checkedBy: null,
    erasedOn: toIso(sentAt + 180 * day),
  })
})

it('one picture is erased for good, and the other stays', async () => {
  const { id, front } = await createStudentWithPictures()
  expect((await erase(id, 'front')).json).toMatchObject({
    message: 'The picture of the front is erased.',
    identity: { front: 'none', back: 'kept', erasedAt: toIso(app.clock.at) },
  })
  expect(listImageFiles()).toHaveLength(1)
  expect(listImageFiles()).not.toContain(`${front}.sealed`)
  expect((await admin.request(getStudent, { params: { id } })).json).toMatchObject({
    aadharFront: null,
    aadharBack: expect.any(String),
  })
  expect((await erase(id, 'front')).status).toBe(200)
  expect((await erase(id, 'back')).json.identity).toMatchObject({ back: 'none', erasedOn: null })
  expect(listImageFiles()).toEqual([])
})

it('a missing picture is distinguished from one that never existed', async () => {
  const { id, front } = await createStudentWithPictures()
  rmSync(join(app.dataDir, 'images', `${front}.sealed`))
  expect(await fetchIdentity(id)).toMatchObject({ front: 'missing', back: 'kept' })
  const viewed = await admin.request(contract.getIdentityImage, { params: { id, side: 'front' } })
  expect(viewed).toMatchObject({ status: 404, json: { code: 'image-not-found' } })
  expect((await erase(id, 'front')).json.identity).toMatchObject({ front: 'none' })
})

it('a card can be checked without pictures, but only for an existing student', async () => {
  const { id } = await createStudent(app, 'At the desk')
  expect((await mark(id, true)).json).toMatchObject({
    front: 'none',
    checkedBy: 'Asha Admin',
    erasedOn: null,
  })
  expect((await mark('nobody', true)).status).toBe(404)
  expect((await erase('nobody', 'front')).status).toBe(404)
})

it('each step is written to the audit log', async () => {
  const { id } = await createStudentWithPictures()
  await mark(id, true)
  await mark(id, true)
  await mark(id, false)
  await erase(id, 'front')
  await erase(id, 'front')
  const rows = await app.deps.db.read
    .selectFrom('audit')
    .select('action')
    .where('subject', '=', id)
    .where('action', 'in', ['identity.checked', 'identity.unchecked', 'identity.erased'])
    .orderBy('sequence')
    .execute()
  expect(rows.map(({ action }) => action).sort()).toEqual([
    'identity.checked',
    'identity.erased',
    'identity.unchecked',
  ])
})
