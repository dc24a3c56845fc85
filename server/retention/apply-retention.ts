import { getRetentionCutoff, type TimedRetentionKind } from '#core/students/retention.ts'
import { sweepKnownPlaces } from '../accounts/known-places.ts'
import { eraseRemovedStaff } from '../accounts/manage-staff.ts'
import { clearOneTimePasswords } from '../accounts/password-queries.ts'
import { sweepPendingLogins } from '../accounts/second-factor/pending-login.ts'
import { sweepSessions } from '../accounts/sessions/sweep-sessions.ts'
import { eraseOldAuditValues } from '../audit-log/audit.ts'
import { eraseDeletedBatches } from '../batches/change-batch.ts'
import type { Deps } from '../deps.ts'
import { eraseOldEnquiries } from '../enquiries/erase-enquiries.ts'
import { eraseDeletedExams } from '../exams/deleted-exams.ts'
import { sweepIdempotencyKeys } from '../http/idempotency.ts'
import { eraseSharedWords } from '../incidents/words-about-several.ts'
import { eraseOldActions } from '../live/live-action-queries.ts'
import { eraseOldPlaces } from '../presence/place-queries.ts'
import { eraseDeletedStudents } from '../students/deleted-students.ts'
import { eraseOldPictures } from '../students/identity.ts'
import { tidyImages } from './tidy-images.ts'

type RetentionJob = (deps: Deps) => Promise<void>

const eraseEmails: RetentionJob = ({ mail, now }) =>
  mail.eraseOld({
    textsUntil: getRetentionCutoff('email-text', now()),
    rowsUntil: getRetentionCutoff('email', now()),
    filesUntil: getRetentionCutoff('email-file', now()),
  })

/** How the terms of the retention table are kept: a kind that has a term and no job does not compile. */
const jobs: Record<TimedRetentionKind, RetentionJob> = {
  'deleted-student': (deps) => eraseDeletedStudents({ ...deps, eraseSharedWords }),
  'deleted-exam': eraseDeletedExams,
  'deleted-batch': eraseDeletedBatches,
  'identity-pictures-checked': eraseOldPictures,
  'identity-pictures-unchecked': eraseOldPictures,
  'picture-set-aside': tidyImages,
  'enquiry-handled': eraseOldEnquiries,
  'enquiry-open': eraseOldEnquiries,
  'email-text': eraseEmails,
  email: eraseEmails,
  'email-file': eraseEmails,
  'ended-session': sweepSessions,
  'known-place': sweepKnownPlaces,
  'audit-value': ({ db, now }) =>
    db.erase((tx) => eraseOldAuditValues(tx, getRetentionCutoff('audit-value', now()))),
  'attempt-place': ({ db, now }) =>
    db.erase((tx) => eraseOldPlaces(tx, getRetentionCutoff('attempt-place', now()))),
  'live-action': ({ db, now }) =>
    db.erase((tx) => eraseOldActions(tx, getRetentionCutoff('live-action', now()))),
  'removed-staff': eraseRemovedStaff,
  'sent-once': sweepIdempotencyKeys,
  'one-time-password': ({ db, now }) =>
    db.erase((tx) => clearOneTimePasswords(tx, getRetentionCutoff('one-time-password', now()))),
}

const day = 24 * 60 * 60 * 1000

/**
 * Runs once a day. After a failure it runs again at the next call: what an admin erased while the
 * pictures could not be reached waits minutes, not a day.
 */
export function createRetentionJob(deps: Deps): () => Promise<void> {
  let dueAt = 0
  return async () => {
    if (deps.now() < dueAt) return
    dueAt = Number.POSITIVE_INFINITY
    const isDone = await applyRetention(deps)
    dueAt = isDone ? deps.now() + day : 0
  }
}

/**
 * Erases what has been kept long enough. One job that fails does not
 * hold up the others; it is logged, and retried by the next run. @returns false if one failed
 */
export async function applyRetention(deps: Deps): Promise<boolean> {
  let isDone = true
  for (const runJob of new Set([...Object.values(jobs), sweepPendingLogins])) {
    await runJob(deps).catch((err) => {
      isDone = false
      deps.log.error({ err }, 'what is too old was not all erased')
    })
  }
  return isDone
}
