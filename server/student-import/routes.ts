import type { FastifyRequest } from 'fastify'
import { pluralize } from '#contract/format.ts'
import * as login from '#contract/login-details.ts'
import * as contract from '#contract/student-import.ts'
import { normalizeEmail } from '#core/accounts/email.ts'
import { isRecentLogin } from '#core/accounts/second-factor.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { findAccountsByEmails } from '../accounts/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { findRollNumberOwners } from '../students/roll-number-queries.ts'
import { addStudent } from './add-student.ts'
import { type ImportDeps, type ImportResult, importStudents } from './import-students.ts'
import { lookUpStudent } from './look-up-student.ts'
import { printSlips } from './print-slips.ts'

export function studentImportRoutes(bind: BindEndpoint, deps: ImportDeps) {
  const { db, now } = deps

  bind(contract.lookUpAddresses, async ({ body }) => {
    const emails = [...new Set(body.emails.map(normalizeEmail))]
    const accounts = await findAccountsByEmails(db.read, emails)
    const owners = await findRollNumberOwners(db.read, body.rollNumbers ?? [])
    return {
      known: accounts.map(({ email, name, role }) => ({
        email,
        studentName: role === 'student' ? name : null,
      })),
      ...(body.rollNumbers && {
        numbered: owners.map(({ name, email, rollNumber }) => ({
          rollNumber,
          email,
          studentName: name,
        })),
      }),
    }
  })

  bind(contract.lookUpStudent, ({ body }) => lookUpStudent(db.read, body))

  bind(contract.addStudent, async ({ body, actor, idempotencyKey: sentOnce, request }) => {
    if (showsPasswords(body, request)) return refuse('reauthentication-required')
    const key = request.headers['idempotency-key']?.toString()
    const added = await addStudent(deps, { body, actor, sentOnce, key })
    if (isRefusal(added)) return added
    return {
      message: `${body.name} is added.`,
      slips: [...added.slips],
      expiresAt: toInstant(added.expiresAt),
    }
  })

  bind(login.printSlips, async ({ body, actor }) => {
    const printed = await printSlips(deps, { ...body, actor })
    if (isRefusal(printed)) return printed
    const { slips, expiresAt } = printed
    const message = `${pluralize(slips.length, 'new password')}. The ones before work until these are used.`
    return { message, slips: [...slips], expiresAt: toInstant(expiresAt) }
  })

  bind(contract.importStudents, async ({ body, actor, idempotencyKey, request }) => {
    const { rows, batchId, deliver } = body
    if (showsPasswords(body, request)) return refuse('reauthentication-required')
    const imported = await importStudents(deps, {
      rows: rows.map(({ line, ...values }) => ({ line, values })),
      batchId,
      deliver,
      actor,
      sentOnce: idempotencyKey,
      key: request.headers['idempotency-key']?.toString(),
    })
    if (isRefusal(imported)) return imported
    const { added, found, slips, expiresAt } = imported
    return {
      message: describeImport(imported, batchId !== null || rows.some(({ batch }) => batch)),
      added,
      found,
      slips: [...slips],
      expiresAt: toInstant(expiresAt),
    }
  })

  /** Slips show passwords, so that a screen left alone must not print them. */
  function showsPasswords(
    { deliver }: { deliver: 'mail' | 'slips' },
    { session }: FastifyRequest,
  ): boolean {
    return deliver === 'slips' && !isRecentLogin(session?.authenticatedAt ?? 0, now())
  }
}

function describeImport({ added, found }: ImportResult, hasBatch: boolean): string {
  const joined = hasBatch ? ' and joined the batch' : ''
  const isHere = found > 0 ? ` ${pluralize(found, 'student')} had an account${joined}.` : ''
  return `${pluralize(added, 'student')} added.${isHere}`
}
