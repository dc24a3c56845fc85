import type { Generated } from 'kysely'
import type { AuditAction } from '#contract/audit-log.ts'
import type { ClockShiftCause } from '#core/exam-clock/clock-shift.ts'
import type { AudienceKind } from '#core/exam-windows/window.ts'
import type { ActionKind, ActionState, KeptReason } from '#core/live/actions.ts'
import type { RecordedKind } from '#core/proctoring/policy.ts'
import type {
  AccountRow,
  EndedSessionRow,
  KnownPlaceRow,
  LetInNetworkRow,
  PasskeyChallengeRow,
  PasskeyRow,
  PasswordRequestRow,
  PendingLoginRow,
  RecoveryCodeRow,
  SessionRow,
  StudentRow,
  TotpKeyRow,
} from './account-tables.ts'

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
  batches: BatchRow
  batch_students: BatchStudentRow
  exams: ExamRow
  exam_windows: ExamWindowRow
  exam_window_students: ExamWindowStudentRow
  window_seats: WindowSeatRow
  registers: RegisterRow
  register_entries: RegisterEntryRow
  register_excuses: RegisterExcuseRow
  lobby_visits: LobbyVisitRow
  window_emails: WindowEmailRow
  window_email_settings: WindowEmailSettingsRow
  revisions: RevisionRow
  key_corrections: KeyCorrectionRow
  images: ImageRow
  attempts: AttemptRow
  answers: AnswerRow
  late_answers: LateAnswerRow
  question_progress: QuestionProgressRow
  mails: MailRow
  enquiries: EnquiryRow
  attempt_events: AttemptEventRow
  undone_ends: ReopeningRow
  incident_decisions: IncidentDecisionRow
  incident_statements: IncidentStatementRow
  grants: ExtraAttemptRow
  attempt_contacts: AttemptContactRow
  attempt_places: AttemptPlaceRow
  live_actions: LiveActionRow
  live_action_attempts: LiveActionAttemptRow
  audit: AuditRow
  password_requests: PasswordRequestRow
  known_places: KnownPlaceRow
  let_in_networks: LetInNetworkRow
  idempotency_keys: IdempotencyKeyRow
  audit_values: AuditValueRow
  heartbeats: HeartbeatRow
  exam_clock: ExamClockRow
  institute: { readonly id: string }
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
  navigation: Generated<'forward' | 'free'>
  counted_attempt: Generated<'last' | 'best' | 'average'>
  released_at: number | null
  results_released_at: number | null
  created_at: number
  deleted_at: number | null
}

/** Days are dates at the institute, like 2026-11-21. */
export type BatchRow = {
  id: string
  name: string
  name_key: string
  course: string
  start_day: string
  end_day: string
  /** Null where nobody counts them. */
  seats: number | null
  created_at: number
  deleted_at: number | null
  /** Counted up by each change of what the form shows. */
  version: Generated<number>
}

export type BatchStudentRow = { batch_id: string; student_id: string; added_at: number }

export type ExamWindowRow = {
  id: string
  exam_id: string
  audience: AudienceKind
  /** Null unless the audience is a batch. */
  batch_id: string | null
  opens_at: number
  closes_at: number
  /** Null: until it closes. */
  latest_entry_at: number | null
  /** 1 if running attempts end when it closes. */
  ends_at_closing: number
  created_at: number
  version: Generated<number>
  /** JSON; null without rooms. */
  rooms: string | null
}

export type ExamWindowStudentRow = { window_id: string; student_id: string }

export type WindowSeatRow = {
  window_id: string
  student_id: string
  exam_id: string
  room: string
  seat: number
}

/** A window that has opened, as it was when its register was last looked after. */
export type RegisterRow = {
  window_id: string
  exam_id: string
  audience: AudienceKind
  /** Null unless the audience is a batch, and once that is erased. */
  batch_id: string | null
  opens_at: number
  closes_at: number
  latest_entry_at: number | null
  /** How many students were decided about, also those who were erased since. */
  decided: number
  /** 1 once nobody else can come. */
  is_complete: number
  /** JSON; null without rooms. */
  rooms: string | null
}

export type RegisterEntryRow = {
  window_id: string
  student_id: string
  /** The attempt with which they came; null: absent. */
  attempt_id: string | null
  until_at: number
}

export type RegisterExcuseRow = {
  window_id: string
  student_id: string
  reason: string
  /** An account's id. */
  excused_by: string | null
  excused_at: number
}

/** The last stay of a student in the lobby of an exam. */
export type LobbyVisitRow = {
  exam_id: string
  student_id: string
  since_at: number
  seen_at: number
  /** Without a call until then, the lobby was left. */
  until_at: number
}

/** A window as a student was notified of it; it may be gone. */
export type WindowEmailRow = {
  window_id: string
  student_id: string
  exam_id: string
  sequence: number
  notified_title: string | null
  notified_opens_at: number | null
  notified_closes_at: number | null
  notified_latest_entry_at: number | null
  notified_ends_at_closing: number | null
  notified_room: string | null
  notified_seat: number | null
  notified_at: number | null
  /** The last email. */
  email_id: string | null
  /** A `WindowNotice` or null, as JSON. */
  notified_before: string | null
  /** A `WindowNotice` or null, as JSON; SQL's null where nothing waits. */
  pending: string | null
  pending_since: number | null
  reminded_of: number | null
}

export type WindowEmailSettingsRow = { id: number; are_sent: number; are_reminders_sent: number }

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
  /** Null in rows that were reopened before it was kept: the clock started at once. */
  clock_starts_at: number | null
  /** 1 if the client shows warnings until they are acknowledged. */
  acknowledges_warnings: Generated<number>
  /** Kept, and counted nowhere. */
  voided_at: number | null
  /** When the institute stopped its clock; null while it runs. */
  paused_at: Generated<number | null>
  /** The sum of the pauses that are over. */
  paused_ms: Generated<number>
  /** Counts changes of its time. */
  time_changes: Generated<number>
  /** Messages that its student has not put away. */
  open_messages: Generated<number>
}

export type LiveActionRow = {
  id: string
  exam_id: string
  kind: ActionKind
  minutes: number | null
  reason: KeptReason
  not_done: string
  actor_id: string | null
  actor_address: string | null
  acted_at: number
  undo_until: number
  state: ActionState
}

export type LiveActionAttemptRow = {
  action_id: string
  attempt_id: string
  reason_text: string | null
  message: string | null
  carried_out_at: number | null
  put_away_at: number | null
}

export type AnswerRow = {
  attempt_id: string
  question_id: string
  /** An `AnswerValue` as JSON. */
  answer: string
  sequence: number
  answered_at: number
}

export type LateAnswerRow = Pick<
  AnswerRow,
  'attempt_id' | 'question_id' | 'answer' | 'sequence'
> & {
  received_at: number
  decision: 'accepted' | 'left-out' | 'reopened' | 'after-finish' | null
  decided_at: number | null
  /** An `Answer` as JSON. */
  replaced: string | null
}

export type QuestionProgressRow = {
  attempt_id: string
  question_id: string
  cleared_sequence: number | null
  /** 1 or 0; null if it was never marked. */
  is_marked: number | null
  mark_sequence: number | null
  seen_sequence: number | null
}

export type MailRow = {
  id: string
  kind:
    | 'one-time-password'
    | 'login-details'
    | 'forgotten-password'
    | 'staff-invitation'
    | 'student-added'
    | 'result'
    | 'corrected-result'
    | 'repeated-result'
    | 'voided-result'
    | 'make-up-window'
    | 'window-invitation'
    | 'window-update'
    | 'window-cancellation'
    | 'window-reminder'
    | 'second-factor'
    | 'password-changed'
    | 'email-changed'
    | 'new-place'
    | 'registration'
    | 'test'
    | 'enquiry'
    | 'enquiry-received'
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
  /** The attempt and the score that a result email tells. */
  attempt_id: string | null
  score: number | null
  created_at: number
  sent_at: number | null
  maybe_sent_at: number | null
  /** When the one-time password in it runs out. */
  expires_at: number | null
  /** When the latest try ended without success. */
  tried_at: number | null
  /** How the mail server, not the recipient, made the latest try fail. */
  server_fault: 'transport' | 'refusal' | 'policy' | null
  /** The code of a refusal that may be about either: `554 5.7.1`. */
  refusal_code: string | null
  /** Null where nobody needs to know, such as for a password that a newer one replaced. */
  failed_at: number | null
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
  message: string | null
  created_at: number
  handled_at: number | null
}

export type AttemptEventRow = {
  id: string
  attempt_id: string
  kind: RecordedKind
  at: number
  received_at: number
  /** The time as the browser reported it; null in rows from before it was kept. */
  told_at: number | null
  duration_ms: number | null
}

export type ReopeningRow = {
  id: string
  attempt_id: string
  finished_at: number
  finish_reason: string
  reopened_at: number
  /** Null in rows from before it was kept: the clock started at once. */
  clock_starts_at: number | null
}

export type IncidentDecisionRow = {
  incident_id: string
  attempt_id: string
  /** One press. */
  decision_id: string
  /** The incidents it was shown with. */
  group_id: string
  outcome: string
  why: string
  given_ms: number | null
  decided_at: number
  /** An account's id. */
  decided_by: string | null
  /** When its student put it away. */
  dismissed_at: Generated<number | null>
}

export type IncidentStatementRow = {
  incident_id: string
  attempt_id: string
  text: string
  written_at: number
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
  enquiry_id: string | null
  students_added: number | null
  students_found: number | null
  created_at: number
}

export type AttemptContactRow = {
  attempt_id: string
  last_at: number
  /** When its page was left; null while it is in sight. */
  away_at: number | null
  /** Answers on the device that the server does not have. */
  waiting: Generated<number>
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

/** Values that may be erased from the audit log while its hashes stay. */
export type AuditValueRow = {
  /** The number of its entry. */
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

export type HeartbeatRow = {
  /** One for each start of a machine. */
  id: number
  at: number
  boot_id: string | null
  /** The machine's name in its network. */
  host: string | null
  boot_ms: number | null
  wall_at: number | null
  database_at: number | null
  /** The shifts that `at` knows of, as the sum in ExamClockRow. */
  shifted_ms: number | null
  unnamed_proxy: string | null
}

export type ExamClockRow = {
  id: 1
  shifted_ms: number
  held_since: number | null
  moved_at: number | null
  moved_ms: number | null
  moved_because: ClockShiftCause | null
  moved_attempts: number | null
}
