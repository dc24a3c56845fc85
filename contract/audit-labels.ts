import { type AuditAction, type AuditEntry, securityActions } from './audit-log.ts'

/** The screen's name for each action. */
export const auditLabels: Readonly<Record<AuditAction, string>> = {
  'session.started': 'Signed in',
  'password.changed': 'Changed the password',
  'password.requested': 'Asked for a one-time password',

  'login.failed': 'Failed to log in',
  'login.refused': 'Was made to wait before logging in',
  'call.denied': 'Tried what their account may not do',
  'call.cross-site': 'Sent a call from another site',
  'call.limited': 'Made too many calls',
  'score.forged': 'Sent a score that is not theirs',

  'student.viewed': 'Viewed a student’s details',
  'identity.viewed': 'Viewed an identity image',
  'identity.checked': 'Checked an identity card',
  'identity.unchecked': 'Took back the check of an identity card',
  'identity.erased': 'Erased an identity picture',
  'identity.expired': 'Erased old identity pictures',
  'student.updated': 'Updated a student',
  'login-details.mailed': 'Mailed login details',
  'login-details.shown': 'Showed login details',
  'registration.completed': 'Completed their registration',
  'registrations.postponed': 'Let students in before their registration',
  'registrations.due': 'Asked students for their registration again',
  'students.imported': 'Added many students',
  'students.exported': 'Exported students',
  'students.deleted': 'Deleted students',
  'students.restored': 'Restored students',
  'students.erased': 'Erased students',

  'student.erasure-ordered': 'Erased a student at once',
  'exam.created': 'Created a test',
  'exam.updated': 'Updated a test',
  'exam.released': 'Released a test',
  'exam.unreleased': 'Unreleased a test',
  'exam.deleted': 'Deleted a test',
  'exam.restored': 'Restored a test',
  'exam.erased': 'Erased a test',
  'exam.erasure-ordered': 'Erased a test at once',

  'batch.created': 'Created a batch',
  'batch.updated': 'Changed a batch',
  'batch.deleted': 'Deleted a batch',
  'batch.restored': 'Restored a batch',
  'batch.erased': 'Erased a deleted batch for good',
  'batch.students-added': 'Added students to a batch',
  'batch.students-removed': 'Took students out of a batch',
  'window.added': 'Added an exam window',
  'window.updated': 'Changed an exam window',
  'window-emails.changed': 'Changed whether exam windows write emails',
  'window.removed': 'Removed an exam window',
  'register.excused': 'Excused students in a register',
  'register.excuse-taken-back': 'Took excuses in a register back',
  'register.exported': 'Exported a register',
  'clock.followed': 'Exam’s clock followed the machine’s',
  'clock.power-cut': 'Machine was off during tests',
  'attempt.reopened': 'Reopened an attempt',
  'attempt.extended': 'Added time',
  'attempt.granted': 'Granted an attempt',
  'attempt.paused': 'Paused an attempt',
  'attempt.resumed': 'Let a paused attempt go on',
  'attempt.ended': 'Ended an attempt',
  'attempt.messaged': 'Sent a message to an attempt',
  'attempt.action-undone': 'Undid an action',
  'attempt.voided': 'Made an attempt void',
  'incident.no-consequence': 'Closed an incident',
  'incident.kept': 'Kept an attempt as it is',
  'incident.taken-back': 'Took a decision back',
  'incidents.exported': 'Exported incidents',
  'late-answers.accepted': 'Accepted late answers',
  'late-answers.left-out': 'Left late answers out',
  'results.released': 'Released results',
  'results.unreleased': 'Took results back',
  'result.resent': 'Sent a result again',
  'answer-key.corrected': 'Corrected an answer',
  'scores.exported': 'Exported scores',
  'audit-log.exported': 'Exported the audit log',

  'enquiry.handled': 'Handled an enquiry',
  'enquiry.reopened': 'Reopened an enquiry',
  'enquiries.erased': 'Erased enquiries',
  'mail.erased': 'Erased an email',
  'mail.resent': 'Sent an email again',
  'mail.failed-resent': 'Sent failed emails again',
  'mail.test-sent': 'Sent a test email',

  'network.let-in': 'Let a network log in',
  'network.let-in-ended': 'A network is no longer exempt from the login limits',

  'staff.invited': 'Invited a member of staff',
  'staff.role-changed': 'Changed the role of staff',
  'staff.disabled': 'Disabled an account of staff',
  'staff.enabled': 'Enabled an account of staff',
  'staff.logged-out': 'Logged a member of staff out',

  'admin.added': 'Added an admin',
  'admin.reset': 'Reset an admin',
  'admin.removed': 'Removed an admin',
  'admin.erased': 'Erased a removed admin',

  'second-factor.app-on': 'Turned on an authenticator app',
  'second-factor.app-off': 'Turned off an authenticator app',
  'second-factor.passkey-on': 'Added a passkey',
  'second-factor.passkey-off': 'Removed a passkey',
  'second-factor.new-codes': 'Made recovery codes',
  'second-factor.reset': 'Reset a second factor',
  'session.refused-code': 'Gave a wrong code at login',
  'session.ended': 'Ended their sessions elsewhere',
  'session.disowned': 'Said that a login was not theirs',

  'legacy.other': 'Something else',
}

/** The actions whose label contains these words, so that a search finds what the screen shows. */
export function findActionsByLabel(search: string): AuditAction[] {
  const words = search.trim().toLowerCase()
  const actions = Object.keys(auditLabels) as AuditAction[]
  return words === ''
    ? []
    : actions.filter((code) => auditLabels[code].toLowerCase().includes(words))
}

const visitorActions: readonly AuditAction[] = securityActions

export function toActorLabel({ actor, actorKind, action, detail }: AuditEntry): string {
  if (actorKind === 'erased-student') return 'Erased student'
  if (actorKind === 'erased') return 'An erased account'
  if (actor !== null) return actor
  if (visitorActions.includes(action)) return 'A visitor'
  return detail.via === 'command-line' ? 'npm run admin' : 'The server'
}

export function toOriginLabel({ address, actorKind }: AuditEntry): string {
  if (address !== null) return address
  return actorKind === 'none' ? 'The server itself' : 'No longer kept'
}
