import { pluralize } from '#contract/format.ts'
import * as identity from '#contract/identity.ts'
import * as incomplete from '#contract/incomplete-registrations.ts'
import * as login from '#contract/login-details.ts'
import {
  completeRegistration as completeContract,
  getOwnRegistration,
  register,
} from '#contract/registration.ts'
import * as contract from '#contract/students.ts'
import { isRecentLogin } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/retention.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { audit } from '../audit-log/audit.ts'
import { withRows } from '../database/pagination.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toMemberQuery } from './batch-deps.ts'
import { completeRegistration } from './complete-registration.ts'
import { type DeletionDeps, deleteStudents } from './delete-students.ts'
import { type ErasureDeps, eraseStudent, restoreStudents } from './deleted-students.ts'
import { listDeleted } from './deletion-queries.ts'
import { toRegistration } from './editable-columns.ts'
import { type ExportDeps, exportStudents } from './export-students.ts'
import { checkIdentity, eraseIdentityImage, readIdentity } from './identity.ts'
import { listIncomplete, postponeRegistrations } from './incomplete-registrations.ts'
import { parseCompletion, parseRegistration } from './parse-registration.ts'
import { findStudent, listStudents } from './queries.ts'
import { registerStudent } from './register-student.ts'
import { sendLoginDetails } from './send-login-details.ts'
import { toDeletedStudent, toIncompleteRegistration, toStudent } from './serialize.ts'
import { updateStudent } from './update-student.ts'
import { openViewLog } from './view-log.ts'

export function studentRoutes(bind: BindEndpoint, deps: ExportDeps & ErasureDeps & DeletionDeps) {
  const { db, now, images, mail } = deps
  const thanks = { message: 'Registration Successful', isMailSetUp: mail.isSetUp }

  bind(register, async ({ body, uploads, idempotencyKey: sentOnce }) => {
    if (body.website) return thanks
    const input = { ...parseRegistration(body), uploads: uploads ?? {}, sentOnce }
    return (await registerStudent(deps, input)) ?? thanks
  })

  bind(getOwnRegistration, async ({ user }) => {
    const student = await findStudent(db.read, user.id)
    return student ? toRegistration(student) : refuse('student-not-found')
  })

  bind(completeContract, async ({ user, body, actor }) => {
    const { draft, consents } = parseCompletion(body)
    const refused = await completeRegistration(deps, { id: user.id, draft, consents, actor })
    return refused ?? { message: 'Your registration is complete.' }
  })

  bind(incomplete.listIncompleteRegistrations, async ({ user, query }) => {
    const findsParents = canReadField('fname', user.permissions)
    const page = await listIncomplete(db.read, { ...query, findsParents })
    const at = now()
    return withRows(
      page,
      page.rows.map((row) => toIncompleteRegistration(row, at)),
    )
  })

  bind(incomplete.postponeRegistrations, async ({ body, actor }) => {
    const changed = await postponeRegistrations(deps, { ...body, actor })
    const count = pluralize(changed.length, 'student')
    const message = body.isPostponed
      ? `${count} may sit first, for 24 hours.`
      : `The registration of ${count} comes first again.`
    return { message, changed }
  })

  bind(contract.listStudents, async ({ user, query }) => {
    const findsParents = canReadField('fname', user.permissions)
    const isMember = toMemberQuery(deps, query.batch)
    const page = await listStudents(db.read, { ...query, ...isMember, findsParents })
    const ids = page.rows.map(({ id }) => id)
    const names = (await deps.hasBatches(db.read)) ? await deps.listBatchNames(db.read, ids) : null
    const rows = page.rows.map((row) => ({
      ...toStudent(row, user.permissions),
      ...(names && { batches: [...(names.get(row.id) ?? [])] }),
    }))
    return withRows(page, rows)
  })

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

  bind(identity.getIdentityImage, async ({ params, actor }) => {
    const student = await findStudent(db.read, params.id)
    if (!student) return refuse('student-not-found')
    const id = params.side === 'front' ? student.front_image_id : student.back_image_id
    if (!id) return refuse('image-not-found')
    const event = { actor, action: 'identity.viewed', subject: student.id } as const
    const detail = { side: params.side }
    await db.write((tx) => audit(tx, deps, { ...event, detail }, now()))
    return (await images.loadEncrypted(id)) ?? refuse('image-not-found')
  })

  bind(identity.getIdentity, async ({ params }) => {
    const student = await findStudent(db.read, params.id)
    return student ? readIdentity(deps, student) : refuse('student-not-found')
  })

  bind(identity.markIdentity, ({ params, body, actor }) =>
    checkIdentity(deps, { id: params.id, checked: body.checked, actor }),
  )

  bind(identity.eraseIdentityImage, async ({ params, actor }) => {
    const erased = await eraseIdentityImage(deps, { ...params, actor })
    if (isRefusal(erased)) return erased
    return { message: `The picture of the ${params.side} is erased.`, identity: erased }
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
    return {
      message: `${pluralize(deleted, 'student')} deleted.`,
      deleted,
    }
  })

  bind(contract.restoreStudents, async ({ body, actor }) => {
    const restored = await restoreStudents(deps, { ids: body.ids, actor })
    if (isRefusal(restored)) return restored
    mail.wake()
    return {
      message: `${pluralize(restored, 'student')} restored.`,
      restored,
    }
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
      : {
          message: mail.isSetUp
            ? `Login details are on their way to ${sent.email}.`
            : `Mail is not set up: the login details for ${sent.email} go to the outbox folder. Show them once instead.`,
        }
  })
}
