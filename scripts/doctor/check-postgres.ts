import { pooledByTransaction } from '#server/database/postgres-pooler.ts'
import { type PostgresLimits, postgresLimitChecks } from './check-postgres-limits.ts'
import { type Check, type Finding, runChecks } from './finding.ts'

export type PostgresFacts = {
  readonly name: 'postgres'
  readonly fsync: string
  readonly fullPageWrites: string
  /** As it holds for this role and database. */
  readonly synchronousCommit: string
  readonly dataChecksums: string
  /** `UTF8`, as the server wants it. */
  readonly encoding: string
  /** The default isolation of transactions. */
  readonly isolation: string
  /** By PgBouncer or the like, so that no connection stays the same from one transaction to the next. */
  readonly isPooledByTransaction: boolean
  readonly isStandby: boolean
  readonly isSuperuser: boolean
  /** The memory for its cache (`shared_buffers`), and the size of the database. */
  readonly bufferMb: number
  readonly databaseMb: number
  /** How far the database's clock is ahead of this machine's. */
  readonly clockAheadMs: number
  readonly limits: PostgresLimits
}

const maxClockDifferenceMs = 2_000
/** PostgreSQL's default; too little for an exam of 10,000 students. */
const defaultBufferMb = 128

const postgresChecks: readonly Check<PostgresFacts>[] = [
  checkDurability('postgres-fsync', 'fsync', ({ fsync }) => fsync),
  checkDurability(
    'postgres-full-page-writes',
    'full_page_writes',
    ({ fullPageWrites }) => fullPageWrites,
  ),
  checkDurability(
    'postgres-synchronous-commit',
    'synchronous_commit',
    ({ synchronousCommit }) => synchronousCommit,
  ),
  {
    id: 'postgres-encoding',
    level: 'error',
    hasProblem: ({ encoding }) => encoding !== 'UTF8',
    problem: ({ encoding }) =>
      `The database keeps text as ${encoding}, which cannot hold every name, and the server does not start on it.`,
    remedy:
      "Create one with ENCODING 'UTF8' and TEMPLATE template0, and take over what is in this one with pg_dump and pg_restore.",
  },
  {
    id: 'postgres-pooler',
    level: 'error',
    hasProblem: ({ isPooledByTransaction }) => isPooledByTransaction,
    problem: `DATABASE_URL ${pooledByTransaction}, and the server does not start there.`,
    remedy: "Set pool_mode = session for this database, or name PostgreSQL's own address.",
  },
  {
    id: 'postgres-standby',
    level: 'error',
    hasProblem: ({ isStandby }) => isStandby,
    problem: 'DATABASE_URL names a standby, on which nothing can be written.',
    remedy: 'Name the primary, or promote this one if the primary is gone.',
  },
  {
    id: 'database-clock',
    level: 'error',
    hasProblem: ({ clockAheadMs }) => Math.abs(clockAheadMs) > maxClockDifferenceMs,
    problem: ({ clockAheadMs }) =>
      `The database's clock is ${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
    remedy: 'Let both machines take their time from the network (NTP).',
  },
  {
    id: 'postgres-checksums',
    level: 'warning',
    hasProblem: ({ dataChecksums }) => dataChecksums === 'off',
    problem:
      'PostgreSQL keeps no checksums of its pages, so it does not notice a disk that changes them.',
    remedy: 'Turn them on with pg_checksums while it is stopped.',
  },
  {
    id: 'postgres-buffers',
    level: 'warning',
    hasProblem: ({ bufferMb, databaseMb }) => bufferMb <= defaultBufferMb && databaseMb > bufferMb,
    problem: ({ bufferMb, databaseMb }) =>
      `PostgreSQL keeps at most ${bufferMb} MB of the database's ${databaseMb} MB in its memory, so calls may wait for its disk during a large exam.`,
    remedy: 'Set shared_buffers to a quarter of the memory of its machine, and restart it.',
  },
  {
    id: 'postgres-isolation',
    level: 'warning',
    hasProblem: ({ isolation }) => isolation !== 'read committed',
    problem: ({ isolation }) =>
      `The database's default isolation is ${isolation}. The server asks for read committed on its own connections, but versions before it did answer starts and finishes with errors there.`,
    remedy:
      'Take it back with ALTER DATABASE … RESET default_transaction_isolation, for the role as well.',
  },
  {
    id: 'postgres-superuser',
    level: 'warning',
    hasProblem: ({ isSuperuser }) => isSuperuser,
    problem:
      'The role in DATABASE_URL is a superuser, who may read every database and run programs there.',
    remedy: 'Make a role of its own that owns only this database.',
  },
]

export function checkPostgres(facts: PostgresFacts): Finding[] {
  return [...runChecks(postgresChecks, facts), ...runChecks(postgresLimitChecks, facts.limits)]
}

function checkDurability(
  id: string,
  setting: string,
  read: (facts: PostgresFacts) => string,
): Check<PostgresFacts> {
  return {
    id,
    level: 'error',
    hasProblem: (facts) => read(facts) === 'off',
    problem: `PostgreSQL runs with ${setting} = off, so a power cut loses answers that were acknowledged.`,
    remedy: `Set ${setting} = on, for the server and for this role and database, and reload.`,
  }
}
