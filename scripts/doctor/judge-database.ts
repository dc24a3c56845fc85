import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import { advise, describeAge, type Finding, mend } from './finding.ts'
import { type ClockFacts, judgeClock } from './judge-clock.ts'
import { judgePictures, type PicturesFacts } from './judge-pictures.ts'
import { judgePostgres, type PostgresFacts } from './judge-postgres.ts'

export type DatabaseFacts = {
  readonly migrations: {
    /** In this code, and not in the database. */
    readonly pending: readonly string[]
    /** In the database, and not in this code. */
    readonly unknown: readonly string[]
  }
  /** The engine's report of damaged pages and rows. */
  readonly damage: readonly string[]
  readonly engine: SqliteFacts | PostgresFacts
  /** Null where the tables are not those of this code. */
  readonly institute: InstituteFacts | null
}

type SqliteFacts = { readonly name: 'sqlite'; readonly hasWriteAheadLog: boolean }

export type InstituteFacts = {
  readonly staff: readonly StaffFacts[]
  /** Due and not sent; emails to deleted students or exams are not counted. */
  readonly dueEmails: { readonly count: number; readonly oldestDueAt: number | null }
  /** In the last 7 days. */
  readonly failedEmails: number
  readonly clock: ClockFacts
  /** Null where a bucket is out of reach. */
  readonly pictures: PicturesFacts | null
  /** Since the last start; null: nobody. */
  readonly unnamedProxy: string | null
}

export type StaffFacts = {
  readonly isOwner: boolean
  readonly isDisabled: boolean
  readonly hasPassword: boolean
  readonly oneTimeExpiresAt: number | null
  readonly hasSecondFactor: boolean
}

export type DatabaseContext = {
  readonly now: number
  readonly isServerRunning: boolean
  readonly secondFactor: SecondFactorRequirement
}

export function judgeDatabase(facts: DatabaseFacts, context: DatabaseContext): Finding[] {
  const { engine, institute } = facts
  return [
    ...judgeDamage(facts),
    ...judgeMigrations(facts, context),
    ...(engine.name === 'postgres' ? judgePostgres(engine) : judgeSqlite(engine, context)),
    ...(institute
      ? [
          ...judgeStaff(institute, context),
          ...judgeEmails(institute, context),
          ...judgeClock(institute.clock, context.now),
          ...(institute.pictures ? judgePictures(institute.pictures) : []),
          ...judgeProxy(institute.unnamedProxy),
        ]
      : []),
  ]
}

function judgeProxy(address: string | null): Finding[] {
  if (address === null) return []
  return [
    mend(
      'proxy-unnamed',
      `Calls from ${address} bring X-Forwarded-For, but TRUST_PROXY does not name it, so all its visitors share the limits of one address.`,
      'Add it to TRUST_PROXY if it is a proxy of yours, and start the server again.',
    ),
  ]
}

function judgeDamage({ damage: [first], engine }: DatabaseFacts): Finding[] {
  if (first === undefined) return []
  const remedy =
    engine.name === 'sqlite'
      ? 'Stop the server, keep a copy of the data folder, and restore the newest backup (docs/running.md).'
      : 'Stop the servers and restore the newest backup, on another disk.'
  return [mend('database-damaged', `The database is damaged: ${first.replace(/\.$/, '')}.`, remedy)]
}

function judgeMigrations(
  { migrations: { pending, unknown } }: DatabaseFacts,
  { isServerRunning }: DatabaseContext,
): Finding[] {
  if (unknown[0]) {
    return [
      mend(
        'code-too-old',
        `The database was made by a newer version, which has ${unknown[0]}.`,
        'Start that version; this one refuses the database.',
      ),
    ]
  }
  if (pending.length === 0) return []
  const names = `${pending.length === 1 ? '1 change' : `${pending.length} changes`} to the database`
  return isServerRunning
    ? [
        mend(
          'restart-due',
          `This code has ${names} that the running server has not made.`,
          'Restart the server: what runs is an older version.',
        ),
      ]
    : [
        advise(
          'migrations-pending',
          `The next start makes ${names}, and the version before cannot read it then.`,
          'Make a backup first, if you may want to go back.',
        ),
      ]
}

function judgeSqlite({ hasWriteAheadLog }: SqliteFacts, { isServerRunning }: DatabaseContext) {
  if (hasWriteAheadLog || !isServerRunning) return []
  return [
    mend(
      'no-write-ahead-log',
      'The database file is not in WAL mode, though the server runs.',
      'Restart the server; if it stays so, another program has the file open, or the file system cannot share memory (NFS).',
    ),
  ]
}

/** The password that the first start prints is good for 100 years. */
const unendingMs = 365 * 24 * 60 * 60_000

function judgeStaff({ staff }: InstituteFacts, { now, secondFactor }: DatabaseContext): Finding[] {
  const active = staff.filter(({ isDisabled }) => !isDisabled)
  const isUnused = ({ oneTimeExpiresAt }: StaffFacts) => (oneTimeExpiresAt ?? 0) - now > unendingMs
  const canLogIn = ({ hasPassword, oneTimeExpiresAt }: StaffFacts) =>
    hasPassword || (oneTimeExpiresAt ?? 0) > now
  const alone = active.filter(({ hasSecondFactor, hasPassword }) => hasPassword && !hasSecondFactor)
  return [
    ...(active.some(isUnused)
      ? [
          mend(
            'first-password-unused',
            "The first admin's one-time password is still unused, and anybody who reads it in the log of the first start can log in as the owner.",
            'Log in with it at /admin/login and set a password of your own.',
          ),
        ]
      : []),
    ...(active.some((member) => member.isOwner && canLogIn(member))
      ? []
      : [
          mend(
            'no-owner',
            'There is no owner who can log in.',
            'Run npm run admin -- list, then npm run admin -- reset <email> or add <email>.',
          ),
        ]),
    ...(alone.length > 0 && secondFactor !== 'off'
      ? [
          advise(
            'second-factor-missing',
            `${alone.length} of ${active.length} staff log in with a password alone.`,
            secondFactor === 'require'
              ? 'Remind them: /admin/staff shows who it is, and 7 days after their next login they must.'
              : 'Ask them to set up a second factor (/admin/staff shows who it is), or set SECOND_FACTOR=require.',
          ),
        ]
      : []),
  ]
}

const maxDelayMs = 60 * 60_000

function judgeEmails(
  { dueEmails: { count, oldestDueAt }, failedEmails }: InstituteFacts,
  { now, isServerRunning }: DatabaseContext,
): Finding[] {
  const delay = oldestDueAt === null ? 0 : now - oldestDueAt
  return [
    ...(delay > maxDelayMs
      ? [
          (isServerRunning ? mend : advise)(
            'emails-waiting',
            `${count} ${count === 1 ? 'email waits' : 'emails wait'}, the oldest for ${describeAge(delay)}.`,
            isServerRunning
              ? 'The mail page of the admin area (/admin/mail) says why.'
              : 'Start the server: it sends them.',
          ),
        ]
      : []),
    ...(failedEmails > 0
      ? [
          advise(
            'emails-failed',
            `${failedEmails} ${failedEmails === 1 ? 'email' : 'emails'} of the last 7 days failed for good.`,
            'Look at the mail page of the admin area (/admin/mail), where they can be sent again within 72 hours.',
          ),
        ]
      : []),
  ]
}
