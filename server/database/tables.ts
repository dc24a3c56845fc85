import type { Generated } from 'kysely'
import type { AuditAction } from '#contract/audit-log.ts'
import type { EndReason, LoginMethod } from '#core/accounts/session.ts'
import type { Device } from '#core/accounts/user-agent.ts'
import type { EventKind } from '#core/proctoring/policy.ts'

/** Rows as they lie in the database; queries turn them into domain values. */
export type Tables = {
  accounts: AccountRow
  sessions: SessionRow
  ended_sessions: EndedSessionRow
  totp_keys: TotpKeyRow
  passkeys: PasskeyRow
  recovery_codes: RecoveryCodeRow
  pending_logins: PendingLoginRow
  passkey_challenges: PasskeyChallengeRow
  students: StudentRow
  exams: ExamRow
  revisions: RevisionRow
  key_corrections: KeyCorrectionRow
  images: ImageRow
  attempts: AttemptRow
  answers: AnswerRow
  mails: MailRow
  enquiries: EnquiryRow
  attempt_events: AttemptEventRow
  undone_ends: ReopeningRow
  grants: ExtraAttemptRow
  attempt_places: AttemptPlaceRow
  audit: AuditRow
  password_requests: PasswordRequestRow
  known_places: KnownPlaceRow
  let_in_networks: LetInNetworkRow
  idempotency_keys: IdempotencyKeyRow
  audit_values: AuditValueRow
}

export type AccountRow = {
  id: string
  role: 'admin' | 'student'
  /** What a member of staff is; null for a student. */
  staff_role: string | null
  email: string
  name: string
  password_hash: string | null
  one_time_hash: string | null
  one_time_expires_at: number | null
  must_change_at: number | null
  created_at: number
  deleted_at: number | null
  /** Null where no password of their own was set since this is kept. */
  password_changed_at: number | null
  /** When the first of their second factors was turned on; null where there is none. */
  second_factor_at: number | null
  /** The first login since a second factor is required. */
  second_factor_asked_at: number | null
  /** When the notice that offers one was put away. */
  second_factor_notice_at: number | null
  /** Kept, but nobody logs in with it; only staff are disabled. */
  disabled_at: number | null
  /** The account that disabled it. */
  disabled_by: string | null
}

/** Where an account has logged in; the digest is under the server's secret. */
export type KnownPlaceRow = {
  account_id: string
  kind: 'device' | 'network'
  digest: string
  seen_at: number
}

/** Where logins are not slowed down for a while. */
export type LetInNetworkRow = {
  network: string
  let_in_at: number
  ends_at: number
}

/** Somebody asked for a one-time password; gone as soon as it is looked into. */
export type PasswordRequestRow = {
  id: string
  email: string
  address: string
  at: number
}

/** What is shown about a session, while it lasts and for some time afterwards. */
type SessionDetails = {
  /** For lists; it opens nothing. */
  id: string
  account_id: string
  address: string
  device_name: string
  device_kind: Device['kind']
  method: LoginMethod
  created_at: number
  /** When it began from a place not seen before, until its owner says that it was they. */
  new_place_at: number | null
}

export type SessionRow = SessionDetails & {
  token_hash: string
  xsrf_token: string
  /** When it was last used. */
  seen_at: number
  device_id: string | null
  /** When its owner last proved who they are. */
  authenticated_at: number
  /** Set where the browser may keep the session after it is closed. */
  own_device_at: number | null
}

export type EndedSessionRow = SessionDetails & {
  ended_at: number
  end_reason: EndReason
}

export type TotpKeyRow = {
  account_id: string
  sealed_key: string
  created_at: number
  /** Null until a first code was typed; it counts for nothing before. */
  confirmed_at: number | null
  /**
   * The last 30 s step whose code was used: no code of this step or an earlier one is accepted
   * again.
   */
  used_step: number
}

export type PasskeyRow = {
  /** The credential's, in base64url. */
  id: string
  account_id: string
  name: string
  /** COSE, in base64url. */
  public_key: string
  counter: number
  /** A JSON list of how the browser reaches it. */
  transports: string
  created_at: number
  used_at: number | null
}

export type RecoveryCodeRow = { account_id: string; code_hash: string; used_at: number | null }

export type PendingLoginRow = {
  token_hash: string
  account_id: string
  /** Of the hash that the password matched: another password ends this login. */
  password_fingerprint: string
  /** 1 where it was a one-time password. */
  is_one_time: number
  created_at: number
  tries: number
}

export type PasskeyChallengeRow = {
  /** What it is for, and whose: it works once, for this alone. */
  holder: string
  challenge: string
  created_at: number
}

export type StudentRow = {
  id: string
  name: string
  name_key: string
  email: string
  phone: string
  dob: string
  gender: string
  role: string
  fname: string
  fphone: string
  laddress: string
  paddress: string
  qualification: string | null
  qualification_year: string | null
  college: string | null
  designation: string | null
  company: string | null
  course: string
  other_course: string | null
  referral: string
  friend_name: string | null
  fees: number | null
  start_date: string | null
  remarks: string | null
  extra_time_percent: Generated<number>
  front_image_id: string | null
  back_image_id: string | null
  identity_checked_at: Generated<number | null>
  /** The id of the admin's account. */
  identity_checked_by: Generated<string | null>
  identity_erased_at: Generated<number | null>
  terms_version: string
  terms_accepted_at: number
  created_at: number
  deleted_at: number | null
} & ConsentColumns

/** Null is "not recorded": rows from before, clients that do not ask. */
export type ConsentColumns = {
  consent_notice_version: string | null
  consent_language: string | null
  consent_at: number | null
  guardian_consent_name: string | null
  guardian_consent_at: number | null
  /** When they chose to show their identity card at the desk instead of sending pictures. */
  desk_identity_at: number | null
}

export type ExamRow = {
  id: string
  revision_id: string
  title: string
  title_key: string
  duration_minutes: number
  question_count: number
  integrity_mode: 'strict' | 'warn' | 'observe'
  attempts_allowed: number
  shuffles_options_at: number | null
  released_at: number | null
  results_released_at: number | null
  created_at: number
  deleted_at: number | null
}

export type RevisionRow = { id: string; exam_id: string; paper: string; created_at: number }

export type KeyCorrectionRow = {
  revision_id: string
  question_id: string
  /** A `KeyCorrection` as JSON. */
  correction: string
  why: string
  /** An account's id. */
  corrected_by: string
  created_at: number
}

export type ImageRow = { id: string; width: number; height: number; created_at: number }

export type AttemptRow = {
  id: string
  exam_id: string
  revision_id: string
  student_id: string
  seed: number
  shuffles_options_at: number | null
  started_at: number
  ends_at: number
  closes_at: number
  finished_at: number | null
  finish_reason: string | null
  score: number | null
  reopened_at: number | null
}

export type AnswerRow = {
  attempt_id: string
  question_id: string
  /** An `AnswerValue` as JSON. */
  answer: string
  sequence: number
  answered_at: number
}

export type MailRow = {
  id: string
  kind:
    | 'one-time-password'
    | 'login-details'
    | 'forgotten-password'
    | 'staff-invitation'
    | 'result'
    | 'corrected-result'
    | 'second-factor'
    | 'password-changed'
    | 'email-changed'
    | 'new-place'
    | 'registration'
    | 'test'
    | 'enquiry'
  to_name: string
  to_address: string
  subject: string
  text_body: string | null
  html_body: string | null
  state: 'queued' | 'sent' | 'failed'
  tries: Generated<number>
  next_try_at: number
  leased_until: number | null
  last_error: string | null
  account_id: string | null
  exam_id: string | null
  enquiry_id: string | null
  created_at: number
  sent_at: number | null
  maybe_sent_at: number | null
  search_key: Generated<string>
  reply_name: string | null
  reply_address: string | null
}

export type EnquiryRow = {
  id: string
  name: string
  name_key: string
  email: string
  contact: string
  course: string
  created_at: number
  handled_at: number | null
}

export type AttemptEventRow = {
  id: string
  attempt_id: string
  kind: EventKind
  at: number
  received_at: number
  /** What the browser said; null in rows from before it was kept. */
  told_at: number | null
  duration_ms: number | null
}

export type ReopeningRow = {
  id: string
  attempt_id: string
  finished_at: number
  finish_reason: string
  reopened_at: number
}

export type ExtraAttemptRow = {
  id: string
  exam_id: string
  student_id: string
  created_at: number
}

export type IdempotencyKeyRow = {
  key_hash: string
  body_hash: string
  account_id: string | null
  exam_id: string | null
  created_at: number
}

export type AttemptPlaceRow = {
  attempt_id: string
  address: string
  /** A digest of the browser's own id; empty where it had none. */
  device_id: string
  device_name: string
  first_at: number
  last_at: number
  calls: number
}

export type AuditRow = {
  sequence: number
  id: string
  at: number
  actor_id: string | null
  action: AuditAction
  subject: string | null
  /** JSON of ids, codes, field names and counts. */
  detail: string | null
  /** JSON: the salted hash of each value by its name. */
  value_hashes: string | null
  previous_hash: string
  hash: string
}

/** What may be erased from the audit log while its hashes stay. */
export type AuditValueRow = {
  /** Of its entry. */
  sequence: number
  name: string
  /** JSON. */
  value: string
  salt: string
  /** The account whose data it is; not bound to a row, since accounts are erased. */
  person_id: string | null
  at: number
  search_key: string
}
