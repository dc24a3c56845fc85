import type { Logger } from 'pino'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import type { RelyingParty } from './accounts/second-factor/relying-party.ts'
import type { Database } from './database/database.ts'
import type { Heartbeat } from './database/heartbeat.ts'
import type { DiskMonitor } from './platform/disk-space.ts'
import type { ExamClock } from './platform/exam-clock/exam-clock.ts'
import type { ImageStore } from './platform/images/image-store.ts'
import type { Mailer } from './platform/mailer/mailer.ts'
import type { Passwords } from './platform/passwords.ts'
import type { RateLimits } from './platform/rate-limits/rate-limits.ts'
import type { Hmac, SecretBox } from './platform/secret-key.ts'
import type { SpoolFolder } from './platform/upload-spool.ts'

/** Everything outside the process, so that a spec can hold it. */
export type Deps = {
  readonly db: Database
  readonly heartbeat: Heartbeat
  readonly clock: ExamClock
  /** Milliseconds since 1970 by the exam's clock, which does not jump but by its shifts. */
  readonly now: () => number
  /** 32 random bits. */
  readonly seed: () => number
  /** 128 random bits or more, for use in an address. */
  readonly newId: () => string
  readonly mail: Mailer
  readonly images: ImageStore
  readonly passwords: Passwords
  readonly limits: RateLimits
  readonly hmac: Hmac
  readonly disk: DiskMonitor
  readonly spoolFolder: SpoolFolder
  readonly secretBox: SecretBox
  readonly secondFactor: {
    readonly requirement: SecondFactorRequirement
    /** Null where this site cannot have passkeys. */
    readonly relyingParty: RelyingParty | null
  }
  readonly log: Logger
  /** Addresses whose X-Forwarded-For is not believed, since TRUST_PROXY does not name them. */
  readonly unnamedProxies: Set<string>
  readonly isHttps: boolean
}
