import type { AuditRow } from './audit-rows.ts'
import { createStudent } from './factories.ts'
import { call, type MatrixWorld } from './matrix-calls.ts'

async function createStudentId({ app }: MatrixWorld, name?: string): Promise<string> {
  return (await createStudent(app, name)).id
}

async function createDeletedStudentId(world: MatrixWorld): Promise<string> {
  const id = await createStudentId(world)
  await call(world, 'deleteStudents', { body: { ids: [id] } })
  return id
}

const changesNothing = 'it changes nothing'

export const auditedStudents: readonly AuditRow[] = [
  { name: 'lookUpAddresses', lines: [], because: changesNothing },
  { name: 'lookUpStudent', lines: [], because: changesNothing },
  { name: 'addStudent', lines: ['students.imported'] },
  { name: 'importStudents', lines: ['students.imported'] },
  { name: 'updateStudent', lines: ['student.updated'] },
  { name: 'printSlips', lines: ['login-details.shown'] },
  { name: 'sendLoginDetails', when: 'shown', lines: ['login-details.shown'] },
  {
    name: 'sendLoginDetails',
    when: 'mailed',
    prepare: async (world) => ({
      params: { id: await createStudentId(world) },
      body: { deliver: 'mail' },
    }),
    lines: ['login-details.mailed'],
  },
  {
    name: 'deleteStudents',
    prepare: async (world) => ({ body: { ids: [await createStudentId(world)] } }),
    lines: ['students.deleted'],
  },
  {
    name: 'restoreStudents',
    prepare: async (world) => ({ body: { ids: [await createDeletedStudentId(world)] } }),
    lines: ['students.restored'],
  },
  {
    name: 'eraseStudent',
    prepare: async (world) => ({
      params: { id: await createDeletedStudentId(world) },
      body: { name: 'Priya Nair' },
    }),
    lines: ['student.erasure-ordered', 'students.erased'],
  },
  {
    name: 'eraseIdentityImage',
    prepare: async (world) => {
      const id = world.app.deps.newId()
      await world.app.deps.images.saveEncrypted(id, Buffer.from('a card'))
      const student = await createStudent(world.app, 'Priya Nair', { front_image_id: id })
      return { params: { id: student.id } }
    },
    lines: ['identity.erased'],
  },
  ...[true, false].map((checked) => ({
    name: 'markIdentity',
    when: checked ? 'as checked' : 'as unchecked',
    prepare: async (world: MatrixWorld) => {
      const params = { id: world.fixture.studentId }
      await call(world, 'markIdentity', { params, body: { checked: !checked } })
      return { params, body: { checked } }
    },
    lines: [checked ? ('identity.checked' as const) : ('identity.unchecked' as const)],
  })),
  ...[true, false].map((isPostponed) => ({
    name: 'postponeRegistrations',
    when: isPostponed ? 'let in' : 'asked again',
    prepare: async (world: MatrixWorld) => {
      const id = await createStudentId(world)
      await world.app.deps.db.write((tx) =>
        tx.updateTable('accounts').set({ registration_due_at: 1 }).where('id', '=', id).execute(),
      )
      if (isPostponed) return { body: { ids: [id], isPostponed } }
      await call(world, 'postponeRegistrations', { body: { ids: [id], isPostponed: true } })
      return { body: { ids: [id], isPostponed } }
    },
    lines: [isPostponed ? ('registrations.postponed' as const) : ('registrations.due' as const)],
  })),
]
