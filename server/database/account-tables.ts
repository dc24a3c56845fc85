import type { Generated } from 'kysely'
import type { EndReason, LoginMethod } from '#core/accounts/session.ts'
import type { Device } from '#core/accounts/user-agent.ts'

export type AccountRow = {
  id: string
  role: 'admin' | 'student'
  /** The role of a member of staff; null for a student. */
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
  /** When the institute added this student; null once the rest of the registration is given. */
  registration_due_at: number | null
}

/** A place from which an account has logged in; the digest is under the server's secret. */
export type KnownPlaceRow = {
  account_id: string
  kind: 'device' | 'network'
  digest: string
  seen_at: number
}

/** A network from which logins are not slowed down for a while. */
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

/** Columns shown about a session, while it lasts and for some time afterwards. */
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
  /** By when its cookie must have come back; null once it has, and for callers without a browser. */
  cookie_due_at: number | null
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
  /** Fingerprint of the hash that the password matched: another password ends this login. */
  password_fingerprint: string
  /** 1 where it was a one-time password. */
  is_one_time: number
  created_at: number
  tries: number
}

export type PasskeyChallengeRow = {
  /** Its purpose and owner: it works once, for this alone. */
  holder: string
  challenge: string
  created_at: number
}

export type StudentRow = {
  id: string
  name: string
  name_key: string
  /** Given by the institute; no two students who are not deleted have the same. */
  roll_number: Generated<string | null>
  /** For searching and comparing. */
  roll_number_key: Generated<string | null>
  email: string
  phone: string
  /** Its digits, for searching. */
  phone_key: Generated<string>
  dob: string
  gender: string
  role: string
  fname: string
  fphone: string
  /** Name and digits, for searching. */
  parent_key: Generated<string>
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
  /** 1 if allowed. */
  assistive_tools: Generated<number>
  front_image_id: string | null
  back_image_id: string | null
  identity_checked_at: Generated<number | null>
  /** The id of the admin's account. */
  identity_checked_by: Generated<string | null>
  identity_erased_at: Generated<number | null>
  created_at: number
  deleted_at: number | null
  /** Counted up by each change of what staff can edit. */
  version: Generated<number>
} & ConsentColumns

/** Null is "not recorded": rows from before, clients that do not ask. */
export type ConsentColumns = {
  terms_version: string | null
  terms_accepted_at: number | null
  consent_notice_version: string | null
  consent_language: string | null
  consent_at: number | null
  guardian_consent_name: string | null
  guardian_consent_at: number | null
  /** When they chose to show their identity card at the desk instead of sending pictures. */
  desk_identity_at: number | null
}
