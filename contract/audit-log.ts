import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { exportQuery, Id, Instant, listQuery } from './schemas.ts'

/** Refused calls, recorded so that an admin can see an attack. */
export const securityActions = [
  'login.failed',
  'login.refused',
  'call.denied',
  'call.cross-site',
  'call.limited',
] as const

/** Codes of what the audit log records; the screen has a label for each. */
export const auditActions = [
  'session.started',
  'password.changed',
  'password.requested',

  ...securityActions,
  'score.forged',

  'student.viewed',
  'identity.viewed',
  'identity.checked',
  'identity.unchecked',
  'identity.erased',
  'identity.expired',
  'student.updated',
  'login-details.mailed',
  'login-details.shown',
  'registration.completed',
  'registrations.postponed',
  'registrations.due',
  'students.imported',
  'students.exported',
  'students.deleted',
  'students.restored',
  'students.erased',
  'student.erasure-ordered',

  'exam.created',
  'exam.updated',
  'exam.released',
  'exam.unreleased',
  'exam.deleted',
  'exam.restored',
  'exam.erased',
  'exam.erasure-ordered',

  'batch.created',
  'batch.updated',
  'batch.deleted',
  'batch.restored',
  'batch.erased',
  'batch.students-added',
  'batch.students-removed',
  'window.added',
  'window.updated',
  'window.removed',
  'window-emails.changed',
  'register.excused',
  'register.excuse-taken-back',
  'register.exported',

  'clock.followed',
  'clock.power-cut',
  'attempt.reopened',
  'attempt.extended',
  'attempt.granted',
  'attempt.paused',
  'attempt.resumed',
  'attempt.ended',
  'attempt.messaged',
  'attempt.action-undone',
  'attempt.voided',
  'incident.no-consequence',
  'incident.kept',
  'incident.taken-back',
  'incidents.exported',
  'late-answers.accepted',
  'late-answers.left-out',
  'results.released',
  'results.unreleased',
  'result.resent',
  'answer-key.corrected',
  'scores.exported',
  'audit-log.exported',

  'enquiry.handled',
  'enquiry.reopened',
  'enquiries.erased',
  'mail.erased',
  'mail.resent',
  'mail.failed-resent',
  'mail.test-sent',

  'network.let-in',
  'network.let-in-ended',

  'staff.invited',
  'staff.role-changed',
  'staff.disabled',
  'staff.enabled',
  'staff.logged-out',

  'admin.added',
  'admin.reset',
  'admin.removed',
  'admin.erased',

  'second-factor.app-on',
  'second-factor.app-off',
  'second-factor.passkey-on',
  'second-factor.passkey-off',
  'second-factor.new-codes',
  'second-factor.reset',
  'session.refused-code',
  'session.ended',
  'session.disowned',

  /** An old row, from before there were codes, whose sentence could not be translated. */
  'legacy.other',
] as const

export type AuditAction = (typeof auditActions)[number]

/** Ids, codes, field names and counts; never names, addresses or free text. */
const Detail = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
)
export type AuditDetail = Readonly<z.output<typeof Detail>>

const PlainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])
/** The part that can be erased: a reason, old and new value, a network address. */
const Value = z.union([PlainValue, z.object({ from: PlainValue, to: PlainValue })])
export type AuditValue = z.output<typeof Value>

/** The person or thing that an entry is about, by its current name. */
const AuditSubject = z.object({
  name: z.string(),
  /** The screen that shows it; null when it is deleted. */
  path: z.string().nullable(),
})

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** The email address of the account that did it; null if it is erased or there was none. */
  actor: z.string().nullable(),
  actorKind: z.enum(['account', 'erased', 'erased-student', 'none']),
  action: z.enum(auditActions),
  about: z.array(AuditSubject),
  /** How many other subjects the entry has. */
  more: z.int(),
  /** How many of the students it is about are erased; they are among `more`. */
  erasedStudents: z.int(),
  detail: Detail,
  values: z.record(z.string(), Value),
  /** The network address of the call; null for actions of the server itself, and once erased. */
  address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** Filters of the list and of the file; days are days at the institute. */
const auditFilters = {
  action: z.enum(auditActions).optional(),
  /** Codes, separated by commas, whose labels on the screen match the search. */
  labelled: z.string().max(2_000).optional(),
  /** One account, or `staff` for everybody but students, visitors and the server. */
  by: Id.optional(),
  from: z.iso.date('Enter the first day as year-month-day').optional(),
  to: z.iso.date('Enter the last day as year-month-day').optional(),
}

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/api/audit',
  access: 'audit-log.read',
  summary: 'The audit log, newest first; search finds who, what, whom, why and from where.',
  query: listQuery(['oldest', 'newest']).extend(auditFilters),
  reply: z.array(AuditEntry),
  isList: true,
  refusals: [],
})

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/api/audit/export',
  access: 'audit-log.read',
  needsRecentLogin: true,
  summary: 'The same list as a file, whole; each export is written to the audit log.',
  query: exportQuery(['oldest', 'newest']).extend(auditFilters),
  reply: z.unknown(),
  contentType: 'table',
  refusals: [],
})
