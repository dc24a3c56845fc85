import * as identity from '#contract/identity.ts'
import * as contract from '#contract/students.ts'
import { isRecentLogin } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getRestorableCutoff } from '#core/students/recently-deleted.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { deleteStudents, listDeleted } from './deletion-store.ts'
import { eraseStudent } from './erase-deleted.ts'
import { exportStudents } from './export-students.ts'
import { checkIdentity, eraseIdentityImage, readIdentity } from './identity.ts'
import { registerStudent } from './register-student.ts'
import { restoreStudents } from './restore-students.ts'
import { sendLoginDetails } from './send-login-details.ts'
import { listStudents, studentById } from './store.ts'
import { updateStudent } from './update-student.ts'
import { openViewLog } from './view-log.ts'
import { deletedStudentOf, studentOf } from './wire.ts'

const thanks = { message: 'Registration Successful' }

export function studentRoutes(serve: BindEndpoint, deps: Deps) {
  const { db, now, images, mail } = deps

  serve(contract.register, async ({ body, uploads, idempotencyKey: sentOnce }) => {
    const { localAdd, permAdd, batch, friend_name, termsAccepted, website, ...rest } = body
    if (website) return thanks
    const { privacyConsent, privacyNoticeVersion, consentLanguage, ...others } = rest
    const { guardianConsent, identityAtDesk, ...fields } = others
    const draft = {
      laddress: localAdd,
      paddress: permAdd,
      course: batch,
      friendName: friend_name,
      ...fields,
    }
    const consents = {
      privacyConsent,
      privacyNoticeVersion,
      consentLanguage,
      guardianConsent,
      identityAtDesk,
    }
    const input = { draft, consents, uploads: uploads ?? {}, sentOnce }
    return (await registerStudent(deps, input)) ?? thanks
  })

  serve(contract.listStudents, async ({ query, reply }) => {
    const { rows, total } = await listStudents(db.read, query)
    reply.header('X-Total-Count', String(total))
    return rows.map(studentOf)
  })

  serve(contract.exportStudents, ({ query, actor }) => exportStudents(deps, { query, actor }))

  serve(contract.listDeletedStudents, async ({ query, reply }) => {
    const { rows, total } = await listDeleted(db.read, query, getRestorableCutoff(now()))
    reply.header('X-Total-Count', String(total))
    return rows.map(deletedStudentOf)
  })

  const noteView = openViewLog(deps)
  serve(contract.getStudent, async ({ params, actor }) => {
    const student = await studentById(db.read, params.id)
    if (!student) return refuse('student-not-found')
    await noteView(actor, student.id)
    return studentOf(student)
  })

  serve(contract.getIdentityImage, async ({ params, actor }) => {
    const student = await studentById(db.read, params.id)
    if (!student) return refuse('student-not-found')
    const id = params.side === 'front' ? student.front_image_id : student.back_image_id
    if (!id) return refuse('image-not-found')
    const event = { actor, action: 'identity.viewed', subject: student.id } as const
    const detail = { side: params.side }
    await db.write((tx) => audit(tx, deps, { ...event, detail }, now()))
    return (await images.loadEncrypted(id)) ?? refuse('image-not-found')
  })

  serve(identity.getIdentity, async ({ params }) => {
    const student = await studentById(db.read, params.id)
    return student ? readIdentity(deps, student) : refuse('student-not-found')
  })

  serve(identity.markIdentity, ({ params, body, actor }) =>
    checkIdentity(deps, { id: params.id, checked: body.checked, actor }),
  )

  serve(identity.eraseIdentityImage, async ({ params, actor }) => {
    const erased = await eraseIdentityImage(deps, { ...params, actor })
    if (isRefusal(erased)) return erased
    return { message: `The picture of the ${params.side} is erased.`, identity: erased }
  })

  serve(contract.updateStudent, async ({ params, body, actor }) => {
    const student = await updateStudent(deps, { id: params.id, body, actor })
    if (isRefusal(student)) return student
    return { message: 'Student details updated successfully.', student: studentOf(student) }
  })

  serve(contract.deleteStudents, async ({ body, actor }) => {
    const deleted = await db.write(async (tx) => {
      const at = now()
      const gone = await deleteStudents(tx, body.ids, at)
      const detail = { ids: gone }
      await audit(tx, deps, { actor, action: 'students.deleted', detail }, at)
      return gone.length
    })
    return {
      message: deleted === 1 ? '1 student deleted.' : `${deleted} students deleted.`,
      deleted,
    }
  })

  serve(contract.restoreStudents, async ({ body, actor }) => {
    const restored = await restoreStudents(deps, { ids: body.ids, actor })
    if (isRefusal(restored)) return restored
    mail.wake()
    return {
      message: restored === 1 ? '1 student restored.' : `${restored} students restored.`,
      restored,
    }
  })

  serve(contract.eraseStudent, async ({ params, body, actor }) => {
    const name = await eraseStudent(deps, { id: params.id, name: body.name, actor })
    return isRefusal(name) ? name : { message: `${name} is erased for good.` }
  })

  serve(contract.sendLoginDetails, async ({ params, body, actor, request }) => {
    const authenticatedAt = request.session?.authenticatedAt ?? 0
    if (body.deliver === 'show' && !isRecentLogin(authenticatedAt, now())) {
      return refuse('reauthentication-required')
    }
    const sent = await sendLoginDetails(deps, { id: params.id, deliver: body.deliver, actor })
    if (isRefusal(sent)) return sent
    return body.deliver === 'show'
      ? { message: 'This password is shown once. It works for 72 hours.', password: sent.password }
      : { message: `Login details are on their way to ${sent.email}.` }
  })
}
