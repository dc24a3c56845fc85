import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Email, Id, Instant, listQuery, Message } from './words.ts'

export const getMailSetup = endpoint({
  method: 'GET',
  path: '/api/mail/setup',
  who: 'admin',
  about: 'Whether mail leaves the machine, or in which folder it waits, and what is wrong now.',
  reply: z.object({
    isSetUp: z.boolean(),
    /** The folder where letters wait as files, while mail is not set up. */
    waitsIn: z.string().nullable(),
    /** What is wrong with the mail server, in a sentence, by the latest try. */
    trouble: z.string().nullable(),
    queued: z.int(),
    sent: z.int(),
    failed: z.int(),
  }),
  refusals: [],
})

export const mailStates = ['queued', 'sent', 'failed'] as const

export const SentLetter = z.object({
  _id: Id,
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  state: z.enum(mailStates),
  tries: z.int(),
  /** Why the latest try failed, in a sentence without passwords and links. */
  lastError: z.string().nullable(),
  /** Waits until the student or test it is about is restored. */
  isHeld: z.boolean(),
  /** Failed, and its text is still there to be sent. */
  canRetry: z.boolean(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
})
export type SentLetter = z.output<typeof SentLetter>

export const listMail = endpoint({
  method: 'GET',
  path: '/api/mail',
  who: 'admin',
  about: 'Letters, newest first, never their text; search finds names, addresses and subjects.',
  query: listQuery(['oldest', 'newest']).extend({ state: z.enum(mailStates).optional() }),
  reply: z.array(SentLetter),
  isList: true,
  refusals: [],
})

export const retryMail = endpoint({
  method: 'POST',
  path: '/api/mail/:id/retry',
  who: 'admin',
  about: 'Puts a failed letter back in the queue.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['mail-not-found', 'mail-not-failed', 'mail-text-gone'],
})

export const eraseMail = endpoint({
  method: 'DELETE',
  path: '/api/mail/:id',
  who: 'admin',
  about: 'Erases a letter for good; one that still waits is never sent.',
  params: z.object({ id: Id }),
  reply: Message,
  refusals: ['mail-not-found', 'mail-under-way'],
})

export const retryFailedMail = endpoint({
  method: 'POST',
  path: '/api/mail/retry',
  who: 'admin',
  about: 'Puts every failed letter whose text is still kept back in the queue.',
  reply: Message.extend({ queued: z.int() }),
  refusals: [],
})

export const sendTestMail = endpoint({
  method: 'POST',
  path: '/api/mail/test',
  who: 'admin',
  about: 'Queues a letter without content to one address, to see whether mail arrives.',
  body: z.strictObject({ to: Email }),
  reply: Message,
  status: 202,
  refusals: [],
})
