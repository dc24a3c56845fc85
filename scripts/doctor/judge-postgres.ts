import { pooledByTransaction } from '#server/database/postgres-pooler.ts'
import { advise, type Finding, mend } from './finding.ts'
import { judgePostgresLimits, type PostgresLimits } from './judge-postgres-limits.ts'

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

export function judgePostgres(facts: PostgresFacts): Finding[] {
  const { fsync, fullPageWrites, synchronousCommit, dataChecksums, clockAheadMs } = facts
  const { bufferMb, databaseMb } = facts
  const losing = [
    { name: 'fsync', value: fsync },
    { name: 'full_page_writes', value: fullPageWrites },
    { name: 'synchronous_commit', value: synchronousCommit },
  ].filter(({ value }) => value === 'off')
  return [
    ...losing.map(({ name }) =>
      mend(
        `postgres-${name.replaceAll('_', '-')}`,
        `PostgreSQL runs with ${name} = off, so a power cut loses answers that were acknowledged.`,
        `Set ${name} = on, for the server and for this role and database, and reload.`,
      ),
    ),
    ...(facts.encoding === 'UTF8'
      ? []
      : [
          mend(
            'postgres-encoding',
            `The database keeps text as ${facts.encoding}, which cannot hold every name, and the server does not start on it.`,
            "Create one with ENCODING 'UTF8' and TEMPLATE template0, and take over what is in this one with pg_dump and pg_restore.",
          ),
        ]),
    ...(facts.isPooledByTransaction
      ? [
          mend(
            'postgres-pooler',
            `DATABASE_URL ${pooledByTransaction}, and the server does not start there.`,
            "Set pool_mode = session for this database, or name PostgreSQL's own address.",
          ),
        ]
      : []),
    ...(facts.isStandby
      ? [
          mend(
            'postgres-standby',
            'DATABASE_URL names a standby, on which nothing can be written.',
            'Name the primary, or promote this one if the primary is gone.',
          ),
        ]
      : []),
    ...(Math.abs(clockAheadMs) > maxClockDifferenceMs
      ? [
          mend(
            'database-clock',
            `The database's clock is ${(Math.abs(clockAheadMs) / 1000).toFixed(1)} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`,
            'Let both machines take their time from the network (NTP).',
          ),
        ]
      : []),
    ...judgePostgresLimits(facts.limits),
    ...(dataChecksums === 'off'
      ? [
          advise(
            'postgres-checksums',
            'PostgreSQL keeps no checksums of its pages, so it does not notice a disk that changes them.',
            'Turn them on with pg_checksums while it is stopped.',
          ),
        ]
      : []),
    ...(bufferMb <= defaultBufferMb && databaseMb > bufferMb
      ? [
          advise(
            'postgres-buffers',
            `PostgreSQL keeps at most ${bufferMb} MB of the database's ${databaseMb} MB in its memory, so calls may wait for its disk during a large exam.`,
            'Set shared_buffers to a quarter of the memory of its machine, and restart it.',
          ),
        ]
      : []),
    ...(facts.isolation === 'read committed'
      ? []
      : [
          advise(
            'postgres-isolation',
            `The database's default isolation is ${facts.isolation}. The server asks for read committed on its own connections, but versions before it did answer starts and finishes with errors there.`,
            'Take it back with ALTER DATABASE … RESET default_transaction_isolation, for the role as well.',
          ),
        ]),
    ...(facts.isSuperuser
      ? [
          advise(
            'postgres-superuser',
            'The role in DATABASE_URL is a superuser, who may read every database and run programs there.',
            'Make a role of its own that owns only this database.',
          ),
        ]
      : []),
  ]
}
