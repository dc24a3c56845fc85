import { pluralize } from '#contract/format.ts'
import * as incomplete from '#contract/incomplete-registrations.ts'
import * as contract from '#contract/registration.ts'
import { refuse } from '#core/refusal.ts'
import { canReadField } from '#core/students/student-fields.ts'
import { withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { completeRegistration } from './complete-registration.ts'
import { toRegistration } from './editable-columns.ts'
import { listIncomplete, postponeRegistrations } from './incomplete-registrations.ts'
import { parseCompletion, parseRegistration } from './parse-registration.ts'
import { findStudent } from './queries.ts'
import { registerStudent } from './register-student.ts'
import { toIncompleteRegistration } from './serialize.ts'

export function registrationRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, mail } = deps
  const thanks = { message: 'Registration Successful', isMailSetUp: mail.isSetUp }

  bind(contract.register, async ({ body, uploads, idempotencyKey: sentOnce }) => {
    if (body.website) return thanks
    const input = { ...parseRegistration(body), uploads: uploads ?? {}, sentOnce }
    return (await registerStudent(deps, input)) ?? thanks
  })

  bind(contract.getOwnRegistration, async ({ user }) => {
    const student = await findStudent(db.read, user.id)
    return student ? toRegistration(student) : refuse('student-not-found')
  })

  bind(contract.completeRegistration, async ({ user, body, actor }) => {
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
}
