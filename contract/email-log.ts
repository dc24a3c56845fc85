import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, listQuery, Message } from './schemas.ts'

export const getMailStatus = endpoint({
  method: 'GET',
  path: '/api/mail/setup',
  access: 'mail.manage',
  summary:
    'Whether mail leaves the machine, or in which folder it waits, and what is wrong now or went wrong lately.',
  reply: z.object({
    isSetUp: z.boolean(),
    /** The folder in which emails are kept as files while no mail server is set up. */
    waitsIn: z.string().nullable(),
    /** The problem with the mail server, by its latest answer to any process; null without one. */
    trouble: z.string().nullable(),
    /** When the next email is tried; null without a problem, or where none waits. */
    nextTryAt: Instant.nullable(),
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
    /** How many of them failed in the last 24 hours. */
    failedLately: z.int(),
  }),
  refusals: [],
})

export const emailStates = ['queued', 'sent', 'failed'] as const

export const EmailLogEntry = z.object({
  _id: Id,
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  state: z.enum(emailStates),
  tries: z.int(),
  /** Why the latest try failed; contains no passwords or links. */
  lastError: z.string().nullable(),
  /** Held back until the deleted student or test it is about is restored. */
  isHeld: z.boolean(),
  /** Failed, and its text is still kept, so it can be sent again. */
  canRetry: z.boolean(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
})
export type EmailLogEntry = z.output<typeof EmailLogEntry>

export const listEmails = endpoint({
  method: 'GET',
  path: '/api/mail',
  access: 'mail.manage',
  summary: 'Emails, newest first, never their text; search finds names, addresses and subjects.',
  query: listQuery(['oldest', 'newest']).extend({ state: z.enum(emailStates).optional() }),
  reply: z.array(EmailLogEntry),
  isList: true,
  refusals: [],
})

export const retryEmail = endpoint({
  method: 'POST',
  path: '/api/mail/:id/retry',
  access: 'mail.manage',
  summary: 'Puts a failed email back in the queue.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['mail-not-found', 'mail-not-failed', 'mail-text-gone'],
})

export const eraseEmail = endpoint({
  method: 'DELETE',
  path: '/api/mail/:id',
  access: 'records.erase',
  summary: 'Erases an email for good; one that still waits is never sent.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['mail-not-found', 'mail-under-way'],
})

export const retryFailedEmails = endpoint({
  method: 'POST',
  path: '/api/mail/retry',
  access: 'mail.manage',
  summary: 'Puts every failed email whose text is still kept back in the queue.',
  reply: Message.extend({ queued: z.int() }),
  refusals: [],
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/mail/test',
  access: 'mail.manage',
  summary: 'Queues an email without content to one address, to see whether mail arrives.',
  body: z.strictObject({ to: Email }),
  reply: Message,
  status: 202,
  refusals: [],
})
