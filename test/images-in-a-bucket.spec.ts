import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createExam, getImage, updateExam } from '#contract/exams.ts'
import { eraseIdentityImage, getIdentity, getIdentityImage } from '#contract/identity.ts'
import { deleteStudents, eraseStudent } from '#contract/students.ts'
import { applyRetention, createRetentionJob } from '#server/retention/apply-retention.ts'
import {
  createFormData,
  createQuestions,
  createRegistrationForm,
  createStudent,
  startAttempt,
} from './factories.ts'
import { createS3Refusal, type S3Server, startS3Server } from './s3-server.ts'
import { createTestApp, type TestApp, type TestClient } from './test-app.ts'

let s3: S3Server
let photo: Buffer
beforeAll(async () => {
  s3 = await startS3Server()
  // So much noise that a cut is in the middle of it.
  const raw = { width: 300, height: 200, channels: 3 } as const
  photo = await sharp(randomBytes(300 * 200 * 3), { raw })
    .jpeg()
    .toBuffer()
})
afterAll(() => s3.close())

let app: TestApp
let admin: TestClient
beforeEach(async () => {
  s3.reset()
  app = await createTestApp({ imagesUrl: s3.imagesUrl, limits: true })
  admin = await app.createAdmin()
})
afterEach(() => app.close())

/** At once: what passes by itself would be tried three times. */
/** Without the institute's id, which lies beside them. */
const listPictures = () => s3.list().filter((key) => key !== 'institute.id')
const refused = createS3Refusal(403, 'AccessDenied')
const fail = (method: string) => {
  s3.getFault = (call) => (call.method === method ? refused : null)
}
const recover = () => {
  s3.getFault = () => null
}
const register = () =>
  app.createClient().send('POST', '/api/students/register', {
    body: createRegistrationForm({}, { aadharFront: photo, aadharBack: photo }),
    headers: { 'idempotency-key': 'a-key-made-by-the-form' },
  })
const listStudents = () => app.deps.db.read.selectFrom('students').selectAll().execute()
const unavailable = {
  status: 503,
  headers: { 'retry-after': '30' },
  json: { code: 'pictures-unavailable', message: expect.stringMatching(/^Pictures cannot be/) },
}

async function createRegistered() {
  expect((await register()).status).toBe(201)
  const [{ id, name } = { id: '', name: '' }] = await listStudents()
  return { id, name, front: { id, side: 'front' } as const }
}

it('stores both pictures encrypted in the bucket before the row is written', async () => {
  const studentsAtUpload: number[] = []
  s3.getFault = async ({ method }) => {
    if (method === 'PUT') studentsAtUpload.push((await listStudents()).length)
    return null
  }
  const { id, front } = await createRegistered()
  expect(studentsAtUpload).toEqual([0, 0])
  const [student] = await listStudents()
  const keys = [student?.front_image_id, student?.back_image_id].map((image) => `${image}.sealed`)
  expect(listPictures()).toEqual(keys.toSorted())
  for (const key of keys) expect(s3.read(key).subarray(0, 4).toString()).not.toContain('PNG')
  const image = await admin.request(getIdentityImage, { params: front })
  expect(image).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } })
  expect((await admin.request(getIdentity, { params: { id } })).json).toMatchObject({
    front: 'kept',
    back: 'kept',
  })
})

it('asks a registration to wait while pictures cannot be stored, and accepts it afterwards', async () => {
  fail('PUT')
  // More often than an address may register in a day: the form tries again by itself.
  for (let tries = 0; tries < 12; tries++) expect(await register()).toMatchObject(unavailable)
  expect(await listStudents()).toEqual([])
  recover()
  expect((await register()).status).toBe(201)
  expect((await register()).status).toBe(201)
  expect(await listStudents()).toHaveLength(1)
  expect(listPictures()).toHaveLength(2)
})

it('an interrupted upload leaves no row and, after an hour, no picture', async () => {
  let puts = 0
  s3.getFault = ({ method }) => (method === 'PUT' && ++puts > 1 ? 'cut-upload' : null)
  expect(await register()).toMatchObject(unavailable)
  expect(puts).toBe(4)
  expect(await listStudents()).toEqual([])
  expect(listPictures()).toEqual([])
  puts = 0
  let deletes = 0
  s3.getFault = ({ method }) => {
    if (method === 'DELETE') deletes += 1
    return method === 'DELETE' || (method === 'PUT' && ++puts > 1) ? 'disconnect' : null
  }
  expect(await register()).toMatchObject(unavailable)
  expect(listPictures()).toHaveLength(1)
  // The reply waits a second for the last try at both names of both pictures, and no longer.
  await expect.poll(() => deletes).toBe(12)
  recover()
  expect(await applyRetention(app.deps)).toBe(true)
  expect(listPictures()).toEqual([])
  const { id } = await createRegistered()
  for (const key of listPictures()) s3.makeOld(key)
  await applyRetention(app.deps)
  expect(listPictures()).toHaveLength(2)
  expect((await admin.request(getIdentity, { params: { id } })).json.front).toBe('kept')
})

it('does not make anyone wait for a failed cleanup', async () => {
  let puts = 0
  s3.getFault = ({ method }) => {
    if (method === 'DELETE') return 'hang'
    return method === 'PUT' && ++puts > 1 ? refused : null
  }
  const startedAt = performance.now()
  expect(await register()).toMatchObject(unavailable)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  expect(listPictures()).toHaveLength(1)
})

it('answers for an unavailable picture with one sentence, and for the rest as always', async () => {
  const { id, front } = await createRegistered()
  const body = createFormData(
    { title: 'Pictures', duration: '30', questions: JSON.stringify(createQuestions(1)) },
    { questionimage_0: photo },
  )
  const { json } = await admin.request(createExam, { body })
  const params = { id: json.test._id }
  await admin.request(updateExam, { params, body: { released: true } })
  const url = json.test.questions?.[0]?.question.fileUrl ?? ''
  const student = await createStudent(app)
  await startAttempt(student, json.test._id)
  const imageParams = { id: url.split('/').at(-1) ?? '' }
  expect((await student.request(getImage, { params: imageParams })).status).toBe(200)
  fail('HEAD')
  expect(await admin.request(getIdentity, { params: { id } })).toMatchObject(unavailable)
  fail('GET')
  expect(await student.request(getImage, { params: imageParams })).toMatchObject(unavailable)
  expect(await admin.request(getIdentityImage, { params: front })).toMatchObject(unavailable)
  expect((await app.createClient().send('GET', '/healthz')).status).toBe(200)
  recover()
  expect((await student.request(getImage, { params: imageParams })).status).toBe(200)
})

it('refuses a test whose pictures cannot be stored, and keeps none of them', async () => {
  const create = () =>
    admin.request(createExam, {
      body: createFormData(
        { title: 'Pictures', duration: '30', questions: JSON.stringify(createQuestions(2)) },
        { questionimage_0: photo, questionimage_1: photo },
      ),
    })
  let puts = 0
  s3.getFault = ({ method }) => (method === 'PUT' && ++puts > 1 ? refused : null)
  expect(await create()).toMatchObject(unavailable)
  expect(listPictures()).toEqual([])
  recover()
  expect((await create()).status).toBe(201)
  expect(listPictures()).toHaveLength(2)
})

it('keeps the row of a picture that could not be erased, and erases it with the next attempt', async () => {
  const { front } = await createRegistered()
  fail('DELETE')
  const erase = () => admin.request(eraseIdentityImage, { params: front })
  expect(await erase()).toMatchObject(unavailable)
  expect((await listStudents())[0]?.front_image_id).not.toBe(null)
  expect(listPictures()).toHaveLength(2)
  recover()
  expect((await erase()).json).toMatchObject({ identity: { front: 'none', back: 'kept' } })
  expect(listPictures()).toHaveLength(1)
})

it('finishes within minutes to erase a student whose pictures could not be reached', async () => {
  const { id, name } = await createRegistered()
  const applyRetentionWhenDue = createRetentionJob(app.deps)
  await applyRetentionWhenDue()
  await admin.request(deleteStudents, { body: { ids: [id] } })
  fail('DELETE')
  const erased = await admin.request(eraseStudent, { params: { id }, body: { name } })
  expect(erased).toMatchObject(unavailable)
  app.advanceClock(24 * 60 * 60_000)
  await applyRetentionWhenDue()
  expect(await listStudents()).toHaveLength(1)
  expect(listPictures()).toHaveLength(2)
  recover()
  await applyRetentionWhenDue()
  expect(await listStudents()).toEqual([])
  expect(listPictures()).toEqual([])

  // A run in which all went well is not repeated before the next day.
  s3.calls.length = 0
  await applyRetentionWhenDue()
  expect(s3.calls).toEqual([])
})
