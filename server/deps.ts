import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import type { ImageErrorCode, ImagePurpose } from '#core/images/image-limits.ts'
import type { Refusal } from '#core/refusal.ts'
import type { Tables } from './database/tables.ts'
import type { DiskMonitor } from './platform/disk-space.ts'
import type { SpooledBytes, SpoolFolder } from './platform/upload-spool.ts'

/** A connection to read on, or a transaction to write in. */
export type Db = Kysely<Tables>

export type Database = {
  readonly engine: 'sqlite' | 'postgres'
  /** Sees what is committed, never an open transaction. */
  readonly read: Db
  /**
   * Runs the job in a transaction and answers after the commit is on disk. Nothing but the
   * database may be awaited inside: no mail, no image, no hash.
   */
  write<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** As `write`; and soon after, nothing the job deleted is left in a file of the database. */
  erase<T>(job: (tx: Db) => Promise<T>): Promise<T>
  /** Cleans those files now and resolves when they are clean. On PostgreSQL its vacuum does it. */
  clean(): Promise<void>
  close(): Promise<void>
}

export type Person = { readonly name: string; readonly address: string }

/** What an email tells; how it is worded is mail's business. */
export type Email =
  | {
      readonly kind: 'one-time-password' | 'login-details' | 'forgotten-password'
      readonly to: Person
      readonly accountId: string
      readonly role: 'admin' | 'student'
      readonly password: string
      readonly expiresAt: number
    }
  | {
      /** `corrected-result` when a key was corrected after the result was sent. */
      readonly kind: 'result' | 'corrected-result'
      readonly to: Person
      readonly accountId: string
      readonly examId: string
      readonly attemptId: string
      readonly title: string
      readonly score: number
      readonly total: number
      readonly percentage: number
    }
  | {
      readonly kind: 'second-factor'
      readonly to: Person
      readonly accountId: string
      readonly change: 'app-on' | 'app-off' | 'passkey-on' | 'passkey-off' | 'new-codes' | 'reset'
      readonly at: number
    }
  | {
      readonly kind: 'password-changed'
      readonly to: Person
      readonly accountId: string
      readonly role: 'admin' | 'student'
      readonly device: string
      readonly address: string
      readonly at: number
    }
  | {
      /** To the old address; the new one gets login details. */
      readonly kind: 'email-changed'
      readonly to: Person
      readonly accountId: string
      readonly at: number
    }
  | {
      readonly kind: 'new-place'
      readonly to: Person
      readonly accountId: string
      readonly device: string
      readonly address: string
      readonly at: number
    }
  | {
      readonly kind: 'registration'
      readonly studentId: string
      readonly studentName: string
      readonly course: string
    }
  | {
      readonly kind: 'test'
      readonly to: Person
      /** Who asked for it. */
      readonly askedBy: string
    }
  | {
      readonly kind: 'enquiry'
      /** The enquiry whose email goes with it. */
      readonly enquiryId?: string
      readonly name: string
      readonly email: string
      readonly contact: string
      readonly course: string
    }

export type EmailOwners = {
  readonly accountIds?: readonly string[]
  readonly enquiryIds?: readonly string[]
}

export type Mailer = {
  /** True when emails leave by SMTP; else they wait as files in the outbox folder. */
  readonly isSetUp: boolean
  /** That folder, where there is one. */
  readonly outboxFolder: string | null
  /** Why emails wait, in a sentence, by the latest try; null while they leave. */
  getDeliveryProblem(): string | null
  /** Part of the caller's transaction: the email exists if and only if its cause does. */
  queue(tx: Db, emails: readonly Email[], at: number, notBefore?: number): Promise<void>
  /** The ids of the emails that belong to these accounts or enquiries and go with them. */
  listEmailIds(db: Db, owners: EmailOwners): Promise<string[]>
  /** Removes these emails where they lie as files; call it before and after their rows go. */
  eraseFiles(emailIds: readonly string[]): Promise<void>
  /** Erases what was written up to these times, and files whose email has no row any more. */
  eraseOld(until: {
    readonly textsUntil: number
    readonly rowsUntil: number
    readonly filesUntil: number
  }): Promise<void>
  /** Call after the commit: sends what is due without waiting for the next round. */
  wake(): void
}

export type Picture = { readonly png: Buffer; readonly width: number; readonly height: number }

export type ImageStore = {
  /** Decodes and encodes anew, off the event loop; or says why it is not a picture we take. */
  decode(bytes: SpooledBytes, use: ImagePurpose): Promise<Picture | Refusal<ImageErrorCode>>
  /** Durable once it answers: written, fsynced, renamed, folder fsynced. */
  save(id: string, png: Buffer): Promise<void>
  load(id: string): Promise<Buffer | null>
  /** The same, encrypted at rest. */
  saveEncrypted(id: string, png: Buffer): Promise<void>
  loadEncrypted(id: string): Promise<Buffer | null>
  remove(id: string): Promise<void>
  hasEncrypted(id: string): Promise<boolean>
  /** Every picture there is that was written before this time of the machine's clock. */
  list(writtenBefore: number): Promise<readonly string[]>
}

/** Who waits for a slow hash: those whose attempt runs go first, and who may be guessing goes last. */
export type HashJobOptions = {
  readonly priority: 'attempt' | 'login' | 'other' | 'suspect'
  /** Networks take turns within a priority. */
  readonly network?: string
}

export type Passwords = {
  hash(password: string): Promise<string>
  /** A missing hash costs the same time and never matches. */
  matches(password: string, hash: string | null, options: HashJobOptions): Promise<boolean>
  /** Readable aloud, about 60 bits. */
  generateOneTimePassword(): string
}

export type RateLimited = { readonly retryAfterSeconds: number }

/** Where a login comes from, as far as it is known to the account; each place has a budget. */
export type LoginPlace = {
  readonly kind: 'device' | 'let-in' | 'network' | 'unknown'
  /** The device's id, or the network. */
  readonly value: string
}

type LoginAttempt = {
  readonly email: string
  readonly address: string
  readonly place: LoginPlace
  /** The account's id where there is one, to show an admin who waits. */
  readonly subject: string
  readonly at: number
}

type AdmittedLogin = {
  /** From a network with wrong passwords, at a place the account is not known at: it goes last. */
  readonly isSuspect: boolean
  /** Unanswered when the server was too busy to tell: nothing is counted then. */
  settle(outcome: 'right' | 'wrong' | 'unanswered'): Promise<void>
}

/** A network whose logins are slowed down, and who waits there. */
export type SlowedNetwork = {
  readonly network: string
  /** Wrong passwords, and in how many seconds they came. */
  readonly failures: number
  readonly seconds: number
  readonly waiting: readonly {
    readonly subject: string
    readonly lastTryAt: number
    readonly tries: number
    readonly retryAfterSeconds: number
  }[]
}

type RateLimitName =
  | 'registration'
  | 'registered-mailbox'
  | 'enquiry'
  | 'forgotten'
  | 'forgotten-address'
  | 'session'
  | 'second-factor'

export type RateLimits = {
  /** Called before a password is compared; `settle` reports the outcome. */
  admitLogin(login: LoginAttempt): Promise<RateLimited | AdmittedLogin>
  listSlowedNetworks(): Promise<readonly SlowedNetwork[]>
  /** Its wrong passwords are forgotten: it is no longer slowed down. */
  forgiveNetwork(address: string): Promise<void>
  /** Counts one at a gate; refuses with the seconds to wait. */
  take(limit: RateLimitName, key: string): Promise<RateLimited | null>
  /** For somebody who was counted and then got no answer. */
  refund(limit: RateLimitName, key: string): Promise<void>
}

/** What a digest is for; each purpose has digests of its own. */
type HmacPurpose =
  | 'device'
  | 'idempotency'
  | 'limit'
  | 'one-time-password'
  | 'place'
  | 'typed-email'

/** Small secrets that must be read again, each sealed for its owner. */
type SecretBox = {
  seal(text: string, owner: string): string
  /** Null where it was sealed for another, under another secret, or was changed. */
  open(sealed: string, owner: string): string | null
}

/** Whom passkeys are made for: they work at this address of the site and at no other. */
export type RelyingParty = { readonly id: string; readonly origin: string }

/** Everything outside the process, so that a spec can hold it. */
export type Deps = {
  readonly db: Database
  /** Milliseconds since 1970 by a clock that does not jump while the process runs. */
  readonly now: () => number
  /** 32 random bits. */
  readonly seed: () => number
  /** 128 random bits or more, for use in an address. */
  readonly newId: () => string
  readonly mail: Mailer
  readonly images: ImageStore
  readonly passwords: Passwords
  readonly limits: RateLimits
  /** HMAC-SHA-256 under the server's secret, in base64url: nobody without it can find the text by trying. */
  readonly hmac: (purpose: HmacPurpose, text: string) => string
  readonly disk: DiskMonitor
  readonly spoolFolder: SpoolFolder
  readonly secretBox: SecretBox
  readonly secondFactor: {
    readonly requirement: SecondFactorRequirement
    /** Null where this site cannot have passkeys. */
    readonly relyingParty: RelyingParty | null
  }
  readonly log: Logger
  readonly isHttps: boolean
}
