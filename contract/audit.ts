import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, listQuery } from './words.ts'

/** Whatever is written into the audit log, in the words in which it is shown. */
export const deeds = [
  'signed in',
  'changed the password',
  'asked for a one-time password',

  'viewed an identity image',
  'updated a student',
  'mailed login details',
  'showed login details',
  'exported students',
  'deleted students',
  'restored students',
  'erased students',

  'created a test',
  'updated a test',
  'released a test',
  'unreleased a test',
  'deleted a test',
  'restored a test',
  'erased a test',

  'reopened an attempt',
  'added time',
  'granted an attempt',
  'released results',
  'took results back',
  'corrected an answer',
  'exported scores',

  'handled an enquiry',
  'reopened an enquiry',
  'sent a letter again',
  'sent failed letters again',
  'sent a test mail',

  'added an admin',
  'reset an admin',
  'removed an admin',
] as const

export type DeedName = (typeof deeds)[number]

/** Whom or what a deed was about, as it is called now. */
const About = z.object({
  name: z.string(),
  /** The screen that shows it; null when it is deleted. */
  path: z.string().nullable(),
})

export const AuditEntry = z.object({
  _id: Id,
  at: Instant,
  /** The email address of who did it. */
  actor: z.string(),
  action: z.string(),
  about: z.array(About),
  /** How many more it was about. */
  more: z.int(),
  detail: z.string().nullable(),
  /** The network address the call came from. */
  address: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/audit',
  who: 'admin',
  about: 'The audit log, newest first; search finds who, what, whom, why and from where.',
  query: listQuery(['oldest', 'newest']).extend({ action: z.enum(deeds).optional() }),
  reply: z.array(AuditEntry),
  isList: true,
  refusals: [],
})
