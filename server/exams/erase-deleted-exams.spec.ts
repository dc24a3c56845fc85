import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createExam, deleteExam, restoreExam } from '#contract/exams.ts'
import { releaseResults } from '#contract/results.ts'
import {
  completeAttempt,
  createQuestions,
  createReleasedExam,
  createStudent,
  releaseExam,
} from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'
import { createTestApp } from '#test/test-app-per-engine.ts'
import { eraseDeletedExams } from './deleted-exams.ts'

const day = 24 * 60 * 60 * 1000

let app: TestApp
afterEach(() => app.close())

it('leaves nothing of a test after 30 days, and everything of the others', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const student = await createStudent(app)
  const kept = await createReleasedExam(admin, { title: 'Kept' })
  await completeAttempt(student, kept._id, 5)
  const form = new FormData()
  form.set('title', 'Gone')
  form.set('questions', JSON.stringify(createQuestions(5)))
  form.set('questionimage_0', new Blob([new Uint8Array(await picture())]), 'a.png')
  const erased = (await admin.request(createExam, { body: form })).json.test
  await releaseExam(admin, erased._id)
  await completeAttempt(student, erased._id, 5)
  await admin.request(releaseResults, { params: { testId: erased._id } })
  expect(imageFiles()).toHaveLength(1)

  await admin.request(deleteExam, { params: { id: erased._id } })
  app.advanceClock(30 * day - 1)
  await eraseDeletedExams(app.deps)
  expect(await count('exams')).toBe(2)
  app.advanceClock(1)
  await eraseDeletedExams(app.deps)

  expect(imageFiles()).toEqual([])
  expect(await count('images')).toBe(0)
  expect(await titles()).toEqual(['Kept'])
  expect(await count('revisions')).toBe(1)
  expect(await count('attempts')).toBe(1)
  expect(await count('answers')).toBe(5)
})

it('keeps a test that was restored in time', async () => {
  app = await createTestApp()
  const admin = await app.createAdmin()
  const { _id: id } = await createReleasedExam(admin, { title: 'Back' })
  await admin.request(deleteExam, { params: { id } })
  app.advanceClock(60_000)
  await admin.request(restoreExam, { params: { id } })
  app.advanceClock(40 * day)
  await eraseDeletedExams(app.deps)
  expect(await titles()).toEqual(['Back'])
})

async function titles() {
  const rows = await app.deps.db.read.selectFrom('exams').select('title').execute()
  return rows.map(({ title }) => title)
}

async function count(table: 'exams' | 'images' | 'revisions' | 'attempts' | 'answers') {
  return (await app.deps.db.read.selectFrom(table).selectAll().execute()).length
}

function imageFiles() {
  const folder = join(app.dataDir, 'images')
  return existsSync(folder) ? readdirSync(folder) : []
}

function picture() {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}
