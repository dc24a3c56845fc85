import { endedSessionMs } from '../accounts/session.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

export type RetentionRule = {
  /** The data that is kept, in the words of the person it is about. */
  readonly what: string
  /** How long, in milliseconds; null if it ends with somebody's action instead. */
  readonly keptMs: number | null
  /** The event that starts the time, or that ends it. */
  readonly after: string
  readonly why: string
  readonly basis: 'Your consent' | 'The course you booked' | 'Security' | 'Keeping proper records'
}

/**
 * Every kind of personal data the product keeps, for how long and why: what the retention job
 * erases by, and what the privacy notice shows.
 */
export const retention = {
  'student-record': {
    what: 'Your registration, and what the institute notes about your course',
    keptMs: null,
    after: 'Until you ask us to erase it, or the institute deletes it',
    why: 'To teach you, and to answer questions about your course later',
    basis: 'The course you booked',
  },
  'deleted-student': {
    what: 'A deleted student’s record, with everything that belongs to it',
    keptMs: 30 * day,
    after: 'after it was deleted',
    why: 'So that a mistake can be undone',
    basis: 'Keeping proper records',
  },
  attempts: {
    what: 'Your answers and marks, your results, and what a test watched for',
    keptMs: null,
    after: 'As long as your registration and the test itself',
    why: 'To show your results, and to look into a complaint',
    basis: 'The course you booked',
  },
  'attempt-incident': {
    what: 'What happened to you in a test, what you wrote about it, and what was decided and why',
    keptMs: null,
    after:
      'As long as the attempt at the test; words about several students until the first of them is erased',
    why: 'So that nobody loses a test to a fault, and a decision can be explained',
    basis: 'The course you booked',
  },
  'attempt-place': {
    what: 'The network addresses and devices you took a test from',
    keptMs: 365 * day,
    after: 'after the device was last used for it, or with the attempt if that is erased sooner',
    why: 'To see whether somebody else took the test in your place',
    basis: 'Security',
  },
  'attempt-contact': {
    what: 'When we last heard of your page during a test, and how many answers waited on it',
    keptMs: null,
    after: 'A day, or until the next test after that, or with the attempt if that is erased sooner',
    why: 'To see who needs help, and who lost the connection for how long',
    basis: 'The course you booked',
  },
  'live-action': {
    what: 'Messages of the institute during a test, and why your clock was stopped or your test ended',
    keptMs: 30 * day,
    after: 'after it was done, or sooner when somebody is erased whom it was about',
    why: 'To look into a complaint',
    basis: 'The course you booked',
  },
  'deleted-exam': {
    what: 'A deleted test, with its attempts',
    keptMs: 30 * day,
    after: 'after it was deleted',
    why: 'So that a mistake can be undone',
    basis: 'Keeping proper records',
  },
  'deleted-batch': {
    what: 'A deleted batch, with the list of who was in it',
    keptMs: 30 * day,
    after: 'after it was deleted',
    why: 'So that a mistake can be undone',
    basis: 'Keeping proper records',
  },
  batches: {
    what: 'The batches you are in, and when a test is open to you',
    keptMs: null,
    after: 'As long as your registration, the batch and the test',
    why: 'So that you find your tests, and only those who should take one can',
    basis: 'The course you booked',
  },
  'identity-pictures-checked': {
    what: 'Pictures of your identity card that were checked',
    keptMs: 30 * day,
    after: 'after they were checked',
    why: 'To clear up a doubt about the check',
    basis: 'Your consent',
  },
  'identity-pictures-unchecked': {
    what: 'Pictures of your identity card that nobody checked',
    keptMs: 180 * day,
    after: 'after you sent them',
    why: 'To check that you are who you say',
    basis: 'Your consent',
  },
  'picture-set-aside': {
    what: 'A picture of a registration that a fault of our server cut off',
    keptMs: 30 * day,
    after: 'after the fault',
    why: 'So that no picture that is still needed is erased by mistake',
    basis: 'Your consent',
  },
  'enquiry-handled': {
    what: 'An enquiry that was answered',
    keptMs: 365 * day,
    after: 'after it was marked as handled',
    why: 'To know what we told you when you come back to it',
    basis: 'Your consent',
  },
  'enquiry-open': {
    what: 'An enquiry that was never marked as handled',
    keptMs: 730 * day,
    after: 'after you sent it',
    why: 'To call or write back to you',
    basis: 'Your consent',
  },
  'email-text': {
    what: 'The text of an email to you',
    keptMs: 72 * hour,
    after: 'after it was written, or at once when it was sent',
    why: 'To send it again when the mail server was away',
    basis: 'The course you booked',
  },
  email: {
    what: 'That we wrote to you: address, subject and day, and the score if it was a result',
    keptMs: 365 * day,
    after: 'after it was written',
    why: 'To find out why an email did not arrive',
    basis: 'Keeping proper records',
  },
  'email-file': {
    what: 'Emails that wait as files, where the institute has no mail server',
    keptMs: 30 * day,
    after: 'after they were written',
    why: 'So that the institute can hand them to you',
    basis: 'The course you booked',
  },
  'ended-session': {
    what: 'When and with which device you were logged in',
    keptMs: endedSessionMs,
    after: 'after you logged out, or the login ended by itself',
    why: 'So that you can see whether somebody else used your account',
    basis: 'Security',
  },
  'known-place': {
    what: 'Fingerprints of the devices and networks from which you logged in',
    keptMs: 90 * day,
    after: 'after the last login from there',
    why: 'So that strangers who guess your password cannot lock you out',
    basis: 'Security',
  },
  'audit-value': {
    what: 'Reasons, changed values and network addresses in our record of what was done',
    keptMs: 365 * day,
    after: 'after it was done; what was done and by whom stays, by ids without names',
    why: 'To look into misuse and mistakes',
    basis: 'Security',
  },
  'access-log': {
    what: 'Which addresses of this site were called from your network and account, and when',
    keptMs: null,
    after: 'At most 1 year after the call; the institute may have set less',
    why: 'To find out about break-ins and faults',
    basis: 'Security',
  },
  'removed-staff': {
    what: 'The account of somebody who no longer works for the institute',
    keptMs: 365 * day,
    after: 'after it was removed',
    why: 'So that the record of what was done names who did it',
    basis: 'Keeping proper records',
  },
  'limit-counter': {
    what: 'Counts of tries, under fingerprints of network and email addresses',
    keptMs: null,
    after: 'A day at most',
    why: 'To slow down anyone who guesses passwords or floods the site',
    basis: 'Security',
  },
  backup: {
    what: 'Backups of all this, as a rule without pictures of identity cards',
    keptMs: null,
    after: 'Until the institute throws them away; what was erased is in none made afterwards',
    why: 'To start again after a fire, a theft or a broken disk',
    basis: 'Keeping proper records',
  },
  'sent-once': {
    what: 'The fingerprint of a form that you sent',
    keptMs: day,
    after: 'after you sent it',
    why: 'So that a form that is sent twice counts once',
    basis: 'The course you booked',
  },
  'one-time-password': {
    what: 'The fingerprint of a one-time password',
    keptMs: 30 * day,
    after: 'after it expired, or until you set a password of your own',
    why: 'To let you in for the first time',
    basis: 'Security',
  },
} as const satisfies Record<string, RetentionRule>

export type RetentionKind = keyof typeof retention

/** Data from this moment or before has been kept long enough. */
export function getRetentionCutoff(kind: TimedRetentionKind, now: number): number {
  return now - retention[kind].keptMs
}

/** The kinds that are erased after a fixed time. */
export type TimedRetentionKind = {
  [K in RetentionKind]: (typeof retention)[K]['keptMs'] extends number ? K : never
}[RetentionKind]

/** How long something deleted can be restored before it is erased for good. */
export const restorableForMs = 30 * day

export function getErasedAt(deletedAt: number): number {
  return deletedAt + restorableForMs
}

/** True until the moment at which it is due to be erased. */
export function isRestorable(deletedAt: number, now: number): boolean {
  return now < getErasedAt(deletedAt)
}

/** Returns the cutoff: records deleted after this moment can still be restored. */
export function getRestorableCutoff(now: number): number {
  return now - restorableForMs
}
