import { pluralize } from '#contract/format.ts'
import * as login from '#contract/login-details.ts'
import * as contract from '#contract/students.ts'
import { isRecentLogin } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { withRows } from '../database/pagination.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { type DeletionDeps, deleteStudents } from './delete-students.ts'
import { type ErasureDeps, eraseStudent, restoreStudents } from './deleted-students.ts'
import { listDeleted } from './deletion-queries.ts'
import { type ExportDeps, exportStudents } from './export-students.ts'
import { identityRoutes } from './identity-routes.ts'
import { listReadableStudents } from './list-readable-students.ts'
import { findStudent } from './queries.ts'
import { registrationRoutes } from './registration-routes.ts'
import { sendLoginDetails } from './send-login-details.ts'
import { toDeletedStudent, toStudent } from './serialize.ts'
import { updateStudent } from './update-student.ts'
import { openViewLog } from './view-log.ts'

export function studentRoutes(bind: BindEndpoint, deps: ExportDeps & ErasureDeps & DeletionDeps) {
  registrationRoutes(bind, deps)
  identityRoutes(bind, deps)
  const { db, now, mail } = deps

  bind(contract.listStudents, ({ user: { permissions }, query }) =>
    listReadableStudents(deps, query, permissions),
  )

  bind(contract.exportStudents, ({ user, query, actor }) =>
    exportStudents(deps, { query, actor, permissions: user.permissions }),
  )

  bind(contract.listDeletedStudents, async ({ user, query }) => {
    const findsParents = canReadField('fname', user.permissions)
    const since = getRestorableCutoff(now())
    const page = await listDeleted(db.read, { ...query, findsParents }, since)
    return withRows(page, page.rows.map(toDeletedStudent))
  })

  const recordView = openViewLog(deps)
  bind(contract.getStudent, async ({ user, params, actor }) => {
    const student = await findStudent(db.read, params.id)
    if (!student) return refuse('student-not-found')
    await recordView(actor, student.id)
    return toStudent(student, user.permissions)
  })

  bind(contract.updateStudent, async ({ user, params, body, actor }) => {
    const { permissions } = user
    const updated = await updateStudent(deps, { id: params.id, body, actor, permissions })
    if (isRefusal(updated)) return updated
    const student = toStudent(updated, permissions)
    return { message: 'Student details updated successfully.', student }
  })

  bind(contract.deleteStudents, async ({ body, actor }) => {
    const deleted = await deleteStudents(deps, { ids: body.ids, actor })
    if (isRefusal(deleted)) return deleted
    return { message: `${pluralize(deleted, 'student')} deleted.`, deleted }
  })

  bind(contract.restoreStudents, async ({ body, actor }) => {
    const restored = await restoreStudents(deps, { ids: body.ids, actor })
    if (isRefusal(restored)) return restored
    mail.wake()
    return { message: `${pluralize(restored, 'student')} restored.`, restored }
  })

  bind(contract.eraseStudent, async ({ params, body, actor }) => {
    const name = await eraseStudent(deps, { id: params.id, name: body.name, actor })
    return isRefusal(name) ? name : { message: `${name} is erased for good.` }
  })

  bind(login.sendLoginDetails, async ({ params, body, actor, request }) => {
    const authenticatedAt = request.session?.authenticatedAt ?? 0
    if (body.deliver === 'show' && !isRecentLogin(authenticatedAt, now())) {
      return refuse('reauthentication-required')
    }
    const sent = await sendLoginDetails(deps, { id: params.id, deliver: body.deliver, actor })
    if (isRefusal(sent)) return sent
    return body.deliver === 'show'
      ? { message: 'This password is shown once. It works for 72 hours.', password: sent.password }
      : { message: describeMailedLogin(sent.email, mail.isSetUp) }
  })
}

function describeMailedLogin(email: string, isMailSetUp: boolean): string {
  return isMailSetUp
    ? `Login details are on their way to ${email}.`
    : `Mail is not set up: the login details for ${email} go to the outbox folder. Show them once instead.`
}
