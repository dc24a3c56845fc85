import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { createExam, deleteExam, restoreExam } from '#contract/exams.ts'
import { releaseResults } from '#contract/results.ts'
import type { House } from '../house.ts'
import { enrol, questions, releasedExam, releaseExam, sitThrough } from '../house-classroom.ts'
import { openHouse } from '../house-engine.ts'
import { eraseDeletedTests } from './erase-deleted.ts'

const day = 24 * 60 * 60 * 1000

let house: House
afterEach(() => house.close())

it('leaves nothing of a test after 30 days, and everything of the others', async () => {
  house = await openHouse()
  const admin = await house.admin()
  const student = await enrol(house)
  const kept = await releasedExam(admin, { title: 'Kept' })
  await sitThrough(student, kept._id, 5)
  const form = new FormData()
  form.set('title', 'Gone')
  form.set('questions', JSON.stringify(questions(5)))
  form.set('questionimage_0', new Blob([new Uint8Array(await picture())]), 'a.png')
  const gone = (await admin.ask(createExam, { body: form })).json.test
  await releaseExam(admin, gone._id)
  await sitThrough(student, gone._id, 5)
  await admin.ask(releaseResults, { params: { testId: gone._id } })
  expect(imageFiles()).toHaveLength(1)

  await admin.ask(deleteExam, { params: { id: gone._id } })
  house.pass(30 * day - 1)
  await eraseDeletedTests(house.deps)
  expect(await count('exams')).toBe(2)
  house.pass(1)
  await eraseDeletedTests(house.deps)

  expect(imageFiles()).toEqual([])
  expect(await count('images')).toBe(0)
  expect(await titles()).toEqual(['Kept'])
  expect(await count('revisions')).toBe(1)
  expect(await count('attempts')).toBe(1)
  expect(await count('answers')).toBe(5)
})

it('keeps a test that was restored in time', async () => {
  house = await openHouse()
  const admin = await house.admin()
  const { _id: id } = await releasedExam(admin, { title: 'Back' })
  await admin.ask(deleteExam, { params: { id } })
  house.pass(60_000)
  await admin.ask(restoreExam, { params: { id } })
  house.pass(40 * day)
  await eraseDeletedTests(house.deps)
  expect(await titles()).toEqual(['Back'])
})

async function titles() {
  const rows = await house.deps.db.read.selectFrom('exams').select('title').execute()
  return rows.map(({ title }) => title)
}

async function count(table: 'exams' | 'images' | 'revisions' | 'attempts' | 'answers') {
  return (await house.deps.db.read.selectFrom(table).selectAll().execute()).length
}

function imageFiles() {
  const folder = join(house.dataDir, 'images')
  return existsSync(folder) ? readdirSync(folder) : []
}

function picture() {
  return sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
}
