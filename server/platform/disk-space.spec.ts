import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createExam } from '#contract/exams.ts'
import { getStorage } from '#contract/storage.ts'
import { createFormData, createQuestions } from '#test/factories.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createDiskMonitor } from './disk-space.ts'

let app: TestApp
afterEach(() => app?.close())

const createForm = (files: Record<string, Buffer> = {}) =>
  createFormData({ title: 'React JS', questions: JSON.stringify(createQuestions(1)) }, files)

async function createPicture() {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}

it('a nearly full disk is shown to admins, and pictures are refused', async () => {
  app = await createTestApp({ diskFloorBytes: Number.MAX_SAFE_INTEGER })
  const admin = await app.createAdmin()
  const { json } = await admin.request(getStorage)
  expect(json).toMatchObject({ freeBytes: expect.any(Number), isLow: true })
  expect(json.freeBytes).toBeGreaterThan(0)

  const refused = await admin.request(createExam, {
    body: createForm({ questionimage_0: await createPicture() }),
  })
  expect(refused).toMatchObject({ status: 507, json: { code: 'disk-low' } })
  expect((await admin.request(createExam, { body: createForm() })).status).toBe(201)
})

it('pictures are accepted while there is space', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  expect((await admin.request(getStorage)).json.isLow).toBe(false)
  const body = createForm({ questionimage_0: await createPicture() })
  expect((await admin.request(createExam, { body })).status).toBe(201)
})

it('the disk monitor checks every folder that is written to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const one = await createDiskMonitor([folder]).check()
  const both = await createDiskMonitor([folder, '/dev/shm']).check()
  expect(both.freeBytes).toBeLessThanOrEqual(one.freeBytes)
})
