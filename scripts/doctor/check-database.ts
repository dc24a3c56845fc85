import { pluralize } from '#contract/format.ts'
import type { SecondFactorRequirement } from '#core/accounts/second-factor.ts'
import { type ClockFacts, checkClock } from './check-clock.ts'
import { checkPictures, type PicturesFacts } from './check-pictures.ts'
import { checkPostgres, type PostgresFacts } from './check-postgres.ts'
import { type Check, describeAge, type Finding, runChecks } from './finding.ts'

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

type Facts = DatabaseFacts & DatabaseContext

const databaseChecks: readonly Check<Facts>[] = [
  {
    id: 'database-damaged',
    level: 'error',
    hasProblem: ({ damage }) => damage.length > 0,
    problem: ({ damage: [first = ''] }) => `The database is damaged: ${first.replace(/\.$/, '')}.`,
    remedy: ({ engine }) =>
      engine.name === 'sqlite'
        ? 'Stop the server, keep a copy of the data folder, and restore the newest backup (docs/running.md).'
        : 'Stop the servers and restore the newest backup, on another disk.',
  },
  {
    id: 'code-too-old',
    level: 'error',
    hasProblem: ({ migrations }) => migrations.unknown.length > 0,
    problem: ({ migrations }) =>
      `The database was made by a newer version, which has ${migrations.unknown[0]}.`,
    remedy: 'Start that version; this one refuses the database.',
  },
  {
    id: 'restart-due',
    level: 'error',
    hasProblem: (facts) => facts.isServerRunning && isMigrationDue(facts),
    problem: (facts) =>
      `This code has ${describePending(facts)} that the running server has not made.`,
    remedy: 'Restart the server: what runs is an older version.',
  },
  {
    id: 'migrations-pending',
    level: 'warning',
    hasProblem: (facts) => !facts.isServerRunning && isMigrationDue(facts),
    problem: (facts) =>
      `The next start makes ${describePending(facts)}, and the version before cannot read it then.`,
    remedy: 'Make a backup first, if you may want to go back.',
  },
  {
    id: 'no-write-ahead-log',
    level: 'error',
    hasProblem: ({ engine, isServerRunning }) =>
      engine.name === 'sqlite' && !engine.hasWriteAheadLog && isServerRunning,
    problem: 'The database file is not in WAL mode, though the server runs.',
    remedy:
      'Restart the server; if it stays so, another program has the file open, or the file system cannot share memory (NFS).',
  },
]

/** The password that the first start prints is good for 100 years. */
const unendingMs = 365 * 24 * 60 * 60_000
const maxDelayMs = 60 * 60_000

const instituteChecks: readonly Check<InstituteFacts & DatabaseContext>[] = [
  {
    id: 'first-password-unused',
    level: 'error',
    hasProblem: ({ staff, now }) =>
      listActive(staff).some(({ oneTimeExpiresAt }) => (oneTimeExpiresAt ?? 0) - now > unendingMs),
    problem:
      "The first admin's one-time password is still unused, and anybody who reads it in the log of the first start can log in as the owner.",
    remedy: 'Log in with it at /admin/login and set a password of your own.',
  },
  {
    id: 'no-owner',
    level: 'error',
    hasProblem: ({ staff, now }) =>
      !listActive(staff).some(
        ({ isOwner, hasPassword, oneTimeExpiresAt }) =>
          isOwner && (hasPassword || (oneTimeExpiresAt ?? 0) > now),
      ),
    problem: 'There is no owner who can log in.',
    remedy: 'Run npm run admin -- list, then npm run admin -- reset <email> or add <email>.',
  },
  {
    id: 'second-factor-missing',
    level: 'warning',
    hasProblem: ({ staff, secondFactor }) =>
      secondFactor !== 'off' && listPasswordOnly(staff).length > 0,
    problem: ({ staff }) =>
      `${listPasswordOnly(staff).length} of ${listActive(staff).length} staff log in with a password alone.`,
    remedy: ({ secondFactor }) =>
      secondFactor === 'require'
        ? 'Remind them: /admin/staff shows who it is, and 7 days after their next login they must.'
        : 'Ask them to set up a second factor (/admin/staff shows who it is), or set SECOND_FACTOR=require.',
  },
  {
    id: 'emails-waiting',
    level: ({ isServerRunning }) => (isServerRunning ? 'error' : 'warning'),
    hasProblem: (facts) => toDelayMs(facts) > maxDelayMs,
    problem: (facts) => {
      const { count } = facts.dueEmails
      return `${count} ${count === 1 ? 'email waits' : 'emails wait'}, the oldest for ${describeAge(toDelayMs(facts))}.`
    },
    remedy: ({ isServerRunning }) =>
      isServerRunning
        ? 'The mail page of the admin area (/admin/mail) says why.'
        : 'Start the server: it sends them.',
  },
  {
    id: 'emails-failed',
    level: 'warning',
    hasProblem: ({ failedEmails }) => failedEmails > 0,
    problem: ({ failedEmails }) =>
      `${failedEmails} ${failedEmails === 1 ? 'email' : 'emails'} of the last 7 days failed for good.`,
    remedy:
      'Look at the mail page of the admin area (/admin/mail), where they can be sent again within 72 hours.',
  },
  {
    id: 'proxy-unnamed',
    level: 'error',
    hasProblem: ({ unnamedProxy }) => unnamedProxy !== null,
    problem: ({ unnamedProxy }) =>
      `Calls from ${unnamedProxy} bring X-Forwarded-For, but TRUST_PROXY does not name it, so all its visitors share the limits of one address.`,
    remedy: 'Add it to TRUST_PROXY if it is a proxy of yours, and start the server again.',
  },
]

export function checkDatabase(facts: DatabaseFacts, context: DatabaseContext): Finding[] {
  const { engine, institute } = facts
  return [
    ...runChecks(databaseChecks, { ...facts, ...context }),
    ...(engine.name === 'postgres' ? checkPostgres(engine) : []),
    ...(institute
      ? [
          ...runChecks(instituteChecks, { ...institute, ...context }),
          ...checkClock(institute.clock, context.now),
          ...(institute.pictures ? checkPictures(institute.pictures) : []),
        ]
      : []),
  ]
}

function isMigrationDue({ migrations: { pending, unknown } }: DatabaseFacts): boolean {
  return unknown.length === 0 && pending.length > 0
}

function describePending({ migrations: { pending } }: DatabaseFacts): string {
  return `${pluralize(pending.length, 'change')} to the database`
}

function listActive(staff: readonly StaffFacts[]): StaffFacts[] {
  return staff.filter(({ isDisabled }) => !isDisabled)
}

function listPasswordOnly(staff: readonly StaffFacts[]): StaffFacts[] {
  return listActive(staff).filter(
    ({ hasSecondFactor, hasPassword }) => hasPassword && !hasSecondFactor,
  )
}

function toDelayMs({ dueEmails: { oldestDueAt }, now }: InstituteFacts & DatabaseContext): number {
  return oldestDueAt === null ? 0 : now - oldestDueAt
}
