import { type AuditRow, callForId } from './audit-rows.ts'
import { createBatch, createReleasedExam, createStudent, openWindow } from './factories.ts'
import { call, type MatrixWorld } from './matrix-calls.ts'

const createTestId = (world: MatrixWorld) => callForId(world, 'createExam', 'test')

async function createDeletedTestId(world: MatrixWorld): Promise<string> {
  const id = await createTestId(world)
  await call(world, 'deleteExam', { params: { id } })
  return id
}

let batches = 0
/** A batch of its own for each row, since a name is taken once. */
const createBatchId = (world: MatrixWorld) =>
  callForId(world, 'createBatch', 'batch', {
    body: {
      name: `Batch ${++batches}`,
      course: 'php',
      startDate: '2026-10-05',
      endDate: '2027-04-02',
    },
  })

function getOwner({ clients }: MatrixWorld) {
  const owner = clients['staff: owner']
  if (!owner) throw new Error('There is no owner')
  return owner
}

/** A released test with a window, for a batch of one student. */
async function createTestWithWindow(world: MatrixWorld, { closes = 60 } = {}) {
  const owner = getOwner(world)
  const { app } = world
  const student = await createStudent(app)
  const batch = await createBatch(owner, [student], { name: `Batch ${++batches}` })
  const { _id: testId } = await createReleasedExam(owner)
  const audience = { kind: 'batch', batchId: batch._id } as const
  const window = await openWindow(owner, testId, { now: app.clock.at, closes, audience })
  return { testId, windowId: window._id, studentIds: [student.id] }
}

async function createExcuse(world: MatrixWorld) {
  const { windowId, studentIds } = await createTestWithWindow(world)
  return { params: { id: windowId }, body: { studentIds, reason: 'illness' } }
}

export const auditedExams: readonly AuditRow[] = [
  { name: 'createExam', lines: ['exam.created'] },
  { name: 'duplicateExam', lines: ['exam.created'] },
  {
    name: 'updateExam',
    when: 'its title',
    prepare: async (world) => ({
      params: { id: await createTestId(world) },
      body: { title: 'Renamed' },
    }),
    lines: ['exam.updated'],
  },
  {
    name: 'updateExam',
    when: 'released',
    prepare: async (world) => ({
      params: { id: await createTestId(world) },
      body: { released: true },
    }),
    lines: ['exam.released'],
  },
  {
    name: 'updateExam',
    when: 'no longer released',
    prepare: async (world) => {
      const params = { id: await createTestId(world) }
      await call(world, 'updateExam', { params, body: { released: true } })
      return { params, body: { released: false } }
    },
    lines: ['exam.unreleased'],
  },
  {
    name: 'deleteExam',
    prepare: async (world) => ({ params: { id: await createTestId(world) } }),
    lines: ['exam.deleted'],
  },
  {
    name: 'restoreExam',
    prepare: async (world) => ({ params: { id: await createDeletedTestId(world) } }),
    lines: ['exam.restored'],
  },
  {
    name: 'eraseExam',
    prepare: async (world) => ({
      params: { testId: await createDeletedTestId(world) },
      body: { title: 'New' },
    }),
    lines: ['exam.erasure-ordered', 'exam.erased'],
  },
  { name: 'createBatch', lines: ['batch.created'] },
  { name: 'updateBatch', lines: ['batch.updated'] },
  {
    name: 'deleteBatch',
    prepare: async (world) => ({ params: { id: await createBatchId(world) } }),
    lines: ['batch.deleted'],
  },
  {
    name: 'restoreBatch',
    prepare: async (world) => {
      const params = { id: await createBatchId(world) }
      await call(world, 'deleteBatch', { params })
      return { params }
    },
    lines: ['batch.restored'],
  },
  {
    name: 'addBatchStudents',
    prepare: async (world) => ({ params: { id: await createBatchId(world) } }),
    lines: ['batch.students-added'],
  },
  {
    name: 'removeBatchStudents',
    prepare: async (world) => {
      const params = { id: await createBatchId(world) }
      await call(world, 'addBatchStudents', { params })
      return { params }
    },
    lines: ['batch.students-removed'],
  },
  { name: 'addExamWindow', lines: ['window.added'] },
  {
    name: 'updateExamWindow',
    prepare: async (world) => ({
      params: { id: (await createTestWithWindow(world)).windowId },
    }),
    lines: ['window.updated'],
  },
  {
    name: 'deleteExamWindow',
    when: 'then open to everyone',
    prepare: async (world) => ({
      params: { id: (await createTestWithWindow(world)).windowId },
    }),
    lines: ['window.removed'],
  },
  {
    name: 'deleteExamWindows',
    when: 'then not released',
    prepare: async (world) => ({
      params: { testId: (await createTestWithWindow(world)).testId },
    }),
    lines: ['window.removed', 'exam.unreleased'],
  },
  {
    name: 'openMakeUpWindow',
    prepare: async (world) => {
      const { testId } = await createTestWithWindow(world, { closes: 5 })
      world.app.advanceClock(6 * 60_000)
      return { params: { testId } }
    },
    lines: ['window.added'],
  },
  {
    name: 'updateWindowEmails',
    prepare: () => ({ body: { areSent: true, areRemindersSent: true } }),
    lines: ['window-emails.changed'],
  },
  { name: 'excuseStudents', prepare: createExcuse, lines: ['register.excused'] },
  {
    name: 'revertExcuses',
    prepare: async (world) => {
      const { params, body } = await createExcuse(world)
      await call(world, 'excuseStudents', { params, body })
      return { params, body: { studentIds: body.studentIds } }
    },
    lines: ['register.excuse-taken-back'],
  },
]
