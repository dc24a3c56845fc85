import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import sharp from 'sharp'
import { afterEach, expect, it } from 'vitest'
import { changePassword, forgotPassword, studentLogin } from '#contract/accounts.ts'
import { startQuiz } from '#contract/attempts.ts'
import * as batches from '#contract/batches.ts'
import * as enquiries from '#contract/enquiries.ts'
import * as incidents from '#contract/incidents.ts'
import { applyAction } from '#contract/live.ts'
import { reopenAttempt, reportEvent } from '#contract/proctoring.ts'
import { register } from '#contract/registration.ts'
import * as students from '#contract/students.ts'
import { copyDatabase } from '../scripts/backup/copy-database.ts'
import {
  completeAttempt,
  createBatch,
  createFormData,
  createReleasedExam,
  openWindow,
  registrationFields,
} from './factories.ts'
import { findOneTimePassword } from './smtp-server.ts'
import { createTestApp, type TestApp, type TestClient } from './test-app.ts'

let app: TestApp
afterEach(() => app.close())

const email = 'canary@example.com'
const canaries = {
  name: 'Canary Nair',
  email,
  phone: '+91 77777 12321',
  fname: 'Canary Father',
  fphone: '+91 77777 12322',
  laddress: 'Canary Lane 1',
  paddress: 'Canary Lane 2',
  role: 'student',
  qualification: 'Canary B.Com',
  qualificationYear: '2025',
  college: 'Canary College',
}
const traces = ['canary', '77777 1232']

/** Every file below the folder, including hidden ones, with the number of traces in it. */
function findTraces(folder: string): Record<string, number> {
  const found: Record<string, number> = {}
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    if (!statSync(path).isFile()) continue
    const text = readFileSync(path).toString('latin1').toLowerCase()
    const inName = traces.filter((trace) => name.toLowerCase().includes(trace)).length
    const count = traces.reduce((sum, trace) => sum + text.split(trace).length - 1, inName)
    if (count > 0) found[name] = count
  }
  return found
}

const listFiles = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []

const createPhoto = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()

/** Everything that one person leaves behind, under names that nobody else has. */
async function leaveTraces(admin: TestClient): Promise<string> {
  const files = { aadharFront: await createPhoto(), aadharBack: await createPhoto() }
  const body = createFormData({ ...registrationFields, ...canaries }, files)
  expect((await app.createClient().request(register, { body })).status).toBe(201)
  await expect.poll(() => listFiles(app.outboxFolder).length).toBeGreaterThan(1)
  const client = app.createClient()
  const welcome =
    listFiles(app.outboxFolder).find((name) => name.includes('one-time-password')) ?? ''
  const password = findOneTimePassword(
    await simpleParser(readFileSync(join(app.outboxFolder, welcome))),
  )
  const own = 'a password of their own'
  await client.request(studentLogin, { body: { email, password: 'wrong password' } })
  await client.request(studentLogin, { body: { email, password } })
  await client.request(changePassword, { body: { email, password, newPassword: own } })
  await client.request(forgotPassword, { body: { email } })
  await client.request(forgotPassword, { body: { email: 'unknown-canary@example.com' } })
  await client.request(studentLogin, {
    body: { email: 'unknown-canary@example.com', password: own },
  })
  const exam = await createReleasedExam(admin)
  const attemptId = await completeAttempt(client, exam._id, 3)
  const why = 'Canary was ill'
  const params = { attemptId }
  await admin.request(reopenAttempt, { params, body: { why, minutes: 5 } })
  await client.request(startQuiz, { params: { testId: exam._id } })
  app.advanceClock(1_000)
  const at = new Date(app.clock.at).toISOString()
  await client.request(reportEvent, { params, body: { kind: 'devtools', at } })
  const [incident] = (await admin.request(incidents.listIncidents, { query: {} })).json
  const incidentId = incident?._id ?? ''
  const text = 'Canary pressed F12'
  await client.request(incidents.writeStatement, { params, body: { incidentId, text } })
  const decision = { decisionId: 'one', groupId: incidentId, outcome: 'kept' as const, why }
  const decided = await admin.request(incidents.decideIncidents, {
    body: { ...decision, incidents: [{ _id: incidentId, attemptId }] },
  })
  expect(decided.status).toBe(200)
  await admin.request(applyAction, {
    params: { testId: exam._id },
    body: { kind: 'pause', reason: 'other', reasonText: why, message: 'Canary, take your time' },
  })
  const { json } = await admin.request(students.listStudents)
  const id = json.find((student) => student.email === email)?._id ?? ''
  await admin.request(students.updateStudent, {
    params: { id },
    body: { remarks: 'Canary pays monthly', name: 'Canary Nair-Rao' },
  })
  const audience = { kind: 'students' as const, studentIds: [id] }
  await openWindow(admin, exam._id, { now: app.clock.at, audience })
  const batch = await createBatch(admin)
  await admin.request(batches.addBatchStudents, {
    params: { id: batch._id },
    body: { studentIds: [id] },
  })
  const message = 'Canary asks for a batch'
  const enquiry = { name: 'Canary Asks', email, contact: '+91 77777 12323', message }
  const course = 'Full Stack Development'
  await app.createClient().request(enquiries.sendEnquiry, { body: { ...enquiry, course } })
  return id
}

async function eraseAll(admin: TestClient, id: string) {
  expect(await listIdsInWindowsAndBatches()).toEqual([id, id])
  await admin.request(students.deleteStudents, { body: { ids: [id] } })
  const body = { name: 'Canary Nair-Rao' }
  expect((await admin.request(students.eraseStudent, { params: { id }, body })).status).toBe(200)
  const { json } = await admin.request(enquiries.listEnquiries)
  await admin.request(enquiries.eraseEnquiries, { body: { ids: json.map(({ _id }) => _id) } })
  await app.deps.db.clean()
  expect(await listIdsInWindowsAndBatches()).toEqual([])
}

async function listIdsInWindowsAndBatches(): Promise<string[]> {
  const { read } = app.deps.db
  const inBatches = await read.selectFrom('batch_students').select('student_id').execute()
  const inWindows = await read.selectFrom('exam_window_students').select('student_id').execute()
  return [...inBatches, ...inWindows].map((row) => row.student_id)
}

it('an erasure leaves nothing of the person in any file of the data folder or in a new backup', async () => {
  app = await createTestApp({ limits: true })
  const admin = await app.createAdmin()
  const id = await leaveTraces(admin)
  expect(Object.keys(findTraces(app.dataDir)).length).toBeGreaterThan(2)
  await eraseAll(admin, id)
  expect(findTraces(app.dataDir)).toEqual({})
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual([])

  const into = mkdtempSync(join(tmpdir(), 'canary-'))
  await copyDatabase(join(app.dataDir, 'institute.db'), join(into, 'institute.db'))
  expect(findTraces(into)).toEqual({})
  rmSync(into, { recursive: true })
})

it('a registration refused for its second picture leaves nothing behind', async () => {
  app = await createTestApp()
  const files = { aadharFront: await createPhoto(), aadharBack: Buffer.from('canary, no picture') }
  const body = createFormData({ ...registrationFields, ...canaries }, files)
  expect((await app.createClient().request(register, { body })).status).toBe(400)
  expect(findTraces(app.dataDir)).toEqual({})
  expect(readdirSync(join(app.dataDir, 'images'))).toEqual([])
})
