import type { RefusalCode } from '#contract/errors.ts'
import { createStudent } from './factories.ts'
import { type Call, call, type MatrixWorld } from './matrix-calls.ts'
import { restOfRegistration } from './rest-of-registration.ts'
import type { MatrixFixture } from './roles-matrix-requests.ts'

export const nothing = 'nothing'
/** The records that are missing when a call gets the code: everything else it names is there. */
const missingRecords: Partial<Record<RefusalCode, Partial<MatrixFixture>>> = {
  'test-not-found': { testId: nothing, finishedTestId: nothing },
  'attempt-not-found': { attemptId: nothing, finishedAttemptId: nothing },
  'student-not-found': { studentId: nothing },
  'batch-not-found': { batchId: nothing },
  'window-not-found': { windowId: nothing },
  'image-not-found': { imageId: nothing },
  'staff-not-found': { colleague: { id: nothing, version: '0' } },
  'incident-not-found': {},
  'enquiry-not-found': {},
  'mail-not-found': {},
  'action-not-found': {},
  'session-not-found': {},
  'passkey-not-found': {},
}

export const morning = { opensAt: '2027-01-05T04:30:00.000Z', closesAt: '2027-01-05T05:30:00.000Z' }
const noBatch = { kind: 'batch', batchId: nothing }
const noStudent = { kind: 'students', studentIds: [nothing] }

/** Calls about records that the roles matrix does not name. */
const notNamedByTheMatrix: Readonly<Record<string, Call>> = {
  'getOwnRegistration student-not-found': async (world) =>
    call(world, 'getOwnRegistration', { client: await createStudentWithoutRecord(world) }),
  'completeRegistration student-not-found': async (world) => {
    const client = await createStudentWithoutRecord(world)
    return call(world, 'completeRegistration', { client, body: restOfRegistration })
  },
  'printSlips batch-not-found': (world) =>
    call(world, 'printSlips', { body: { of: { batchId: nothing }, onlyWaiting: false } }),
  'importStudents batch-not-found': (world) => {
    const rows = [{ line: 2, name: 'Nila Menon', email: 'nila.three@example.com', course: 'php' }]
    return call(world, 'importStudents', { body: { rows, batchId: nothing, deliver: 'mail' } })
  },
  'addStudent batch-not-found': (world) =>
    call(world, 'addStudent', { body: { ...toNewStudent('98200 11225'), batchId: nothing } }),
  'addExamWindow batch-not-found': (world) =>
    call(world, 'addExamWindow', { body: { audience: noBatch, ...morning } }),
  'addExamWindow student-not-found': (world) =>
    call(world, 'addExamWindow', { body: { audience: noStudent, ...morning } }),
  'updateExamWindow batch-not-found': (world) =>
    call(world, 'updateExamWindow', { body: { audience: noBatch } }),
  'updateExamWindow student-not-found': (world) =>
    call(world, 'updateExamWindow', { body: { audience: noStudent } }),
  'findWindowOverlap test-not-found': (world) =>
    call(world, 'findWindowOverlap', {
      params: { testId: nothing },
      query: { batchId: world.fixture.batchId },
    }),
  'findWindowOverlap batch-not-found': (world) =>
    call(world, 'findWindowOverlap', {
      params: { testId: world.fixture.testId },
      query: { batchId: nothing },
    }),
  'createExam test-not-found': async (world) => {
    const headers = { 'idempotency-key': 'of-a-deleted-test-0123' }
    const { json } = await call(world, 'createExam', { headers })
    await call(world, 'deleteExam', { params: { id: (json.test as { _id: string })._id } })
    return call(world, 'createExam', { headers })
  },
  'previewCorrection test-not-found': async (world) =>
    call(world, 'previewCorrection', {
      params: { testId: nothing },
      query: { ...(await readQuestion(world)), key: 'A' },
    }),
  'getScoreDetails attempt-not-found': (world) =>
    call(world, 'getScoreDetails', { params: { studentId: nothing } }),
  'getAnswers attempt-not-found': (world) =>
    call(world, 'getAnswers', { query: { attempt: nothing } }),
  'getKeyReveal attempt-not-found': (world) =>
    call(world, 'getKeyReveal', { query: { act: 'reopen', attemptId: nothing } }),
}

/** Null where the code is not about a record. */
export function findMissingRecordCall(name: string, code: RefusalCode): Call | null {
  const ownCall = notNamedByTheMatrix[`${name} ${code}`]
  if (ownCall) return ownCall
  const missing = missingRecords[code]
  if (!missing) return null
  return (world) => call({ ...world, fixture: { ...world.fixture, ...missing } }, name)
}

/** A question of the finished test, by the paper that asks it. */
export async function readQuestion(world: MatrixWorld) {
  const { json } = await call(world, 'listItemAnalyses')
  const [item] = (json as unknown as { items: { questionId: string; revisionId: string }[] }).items
  if (!item) throw new Error('The test has no question')
  return { questionId: item.questionId, revisionId: item.revisionId }
}

export function toNewStudent(phone: string) {
  return {
    name: 'Nila Menon',
    email: 'nila.two@example.com',
    phone,
    course: 'php',
    batchId: null,
    deliver: 'slips',
  }
}

/** Logged in still, when the record has gone. */
async function createStudentWithoutRecord({ app }: MatrixWorld) {
  const client = await createStudent(app)
  await app.deps.db.write((tx) => tx.deleteFrom('students').where('id', '=', client.id).execute())
  return client
}
