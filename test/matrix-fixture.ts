import sharp from 'sharp'
import { expect } from 'vitest'
import { createExam, getExam } from '#contract/exams.ts'
import { disableStaff, listStaff } from '#contract/staff.ts'
import { staffRoleNames } from '#core/accounts/permissions.ts'
import { createInProcessClient } from '#server/http/in-process-client.ts'
import { markStudentsDeleted } from '#server/students/deletion-queries.ts'
import {
  completeAttempt,
  createBatch,
  createQuestions,
  createReleasedExam,
  createStudent,
  openWindow,
  releaseExam,
  startAttempt,
} from './factories.ts'
import type { MatrixFixture } from './roles-matrix-requests.ts'
import type { TestApp, TestClient } from './test-app.ts'

/** Clients by the names of the actors. */
export type Matrix = {
  readonly clients: Readonly<Record<string, TestClient>>
  readonly fixture: MatrixFixture
}

/** A running and a finished attempt, a batch, a window, and somebody for each actor of the matrix. */
export async function createMatrixFixture(app: TestApp): Promise<Matrix> {
  const admin = await app.createAdmin()
  const owner = await createStudent(app, 'Olga Owner')
  const deleted = await createStudent(app, 'Deva Deleted')
  const first = await createStudent(app, 'Farah First')
  const finished = await createReleasedExam(admin)
  const testId = await createExamWithPicture(admin)
  const finishedAttemptId = await completeAttempt(owner, finished._id, 2)
  const { attemptId, paper } = await startAttempt(owner, testId)
  const { json: test } = await admin.request(getExam, { params: { id: testId } })
  const batch = await createBatch(admin, [owner])
  const window = await openWindow(admin, testId, { now: app.clock.at })
  await app.deps.db.write(async (tx) => {
    await markStudentsDeleted(tx, [deleted.id], app.deps.now())
    await tx.updateTable('accounts').set({ must_change_at: 1 }).where('id', '=', first.id).execute()
  })
  const staff: Record<string, TestClient> = {}
  for (const role of staffRoleNames) staff[`staff: ${role}`] = await app.createStaff(role)
  await app.createStaff('office', 'colleague@example.com')
  const disabled = await app.createStaff('owner', 'disabled@example.com')
  const { json: members } = await admin.request(listStaff)
  const findMember = (address: string) =>
    members.find(({ email }) => email === address) ?? expect.unreachable(address)
  const { _id: id, version: basedOn } = findMember('disabled@example.com')
  await admin.request(disableStaff, { params: { id }, body: { disabled: true, basedOn } })
  const { _id: colleagueId, version } = findMember('colleague@example.com')
  return {
    clients: {
      ...staff,
      'disabled staff': disabled,
      'a visitor': app.createClient(),
      'the student': owner,
      'another student': await createStudent(app, 'Arun Another'),
      'a forged cookie': createInProcessClient(app.fastify, {
        session: 'forged',
        'XSRF-TOKEN': 'forged',
      }),
      'a deleted student': deleted,
      'a first-sign-in student': first,
    },
    fixture: {
      testId,
      finishedTestId: finished._id,
      attemptId,
      finishedAttemptId,
      questionId: paper.questions[0]?._id ?? '',
      studentId: owner.id,
      batchId: batch._id,
      windowId: window._id,
      colleague: { id: colleagueId, version },
      imageId: test.questions[0]?.question.fileUrl?.split('/').pop() ?? '',
    },
  }
}

async function createExamWithPicture(admin: TestClient): Promise<string> {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('title', 'With a picture')
  form.set('questions', JSON.stringify(createQuestions(3)))
  form.set('questionimage_0', new Blob([new Uint8Array(png)]), 'teal.png')
  const { json } = await admin.request(createExam, { body: form })
  await releaseExam(admin, json.test._id)
  return json.test._id
}
