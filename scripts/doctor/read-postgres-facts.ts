import { sql } from 'kysely'
import type { Db } from '#server/database/database.ts'
import type { PostgresFacts } from './check-postgres.ts'
import type { PostgresLimits } from './check-postgres-limits.ts'

type PostgresSettings = Readonly<
  Record<'fsync' | 'pages' | 'commit' | 'sums' | 'encoding' | 'isolation', string>
> &
  Readonly<Record<'buffers' | 'size', number>>

const toMb = (bytes: number) => Math.round(bytes / 2 ** 20)

export async function readPostgresFacts(
  tx: Db,
): Promise<Omit<PostgresFacts, 'isPooledByTransaction'> & { readonly checksumFailures: number }> {
  // One call first, so that the clock's is not slowed by what a connection does once.
  const settings = await sql<PostgresSettings>`
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS pages,
      current_setting('synchronous_commit') AS commit, current_setting('data_checksums') AS sums,
      current_setting('server_encoding') AS encoding,
      current_setting('default_transaction_isolation') AS isolation,
      pg_size_bytes(current_setting('shared_buffers')) AS buffers,
      pg_database_size(current_database()) AS size`
    .execute(tx)
    .then(getOnlyRow)
  const role = await sql<{ superuser: boolean; standby: boolean; failures: number | null }>`
    SELECT rolsuper AS superuser, pg_is_in_recovery() AS standby,
      (SELECT checksum_failures FROM pg_stat_database WHERE datname = current_database()) AS failures
    FROM pg_roles WHERE rolname = current_user`
    .execute(tx)
    .then(getOnlyRow)
  return {
    name: 'postgres',
    fsync: settings.fsync,
    fullPageWrites: settings.pages,
    synchronousCommit: settings.commit,
    dataChecksums: settings.sums,
    encoding: settings.encoding,
    isolation: settings.isolation,
    isStandby: role.standby,
    isSuperuser: role.superuser,
    bufferMb: toMb(settings.buffers),
    databaseMb: toMb(settings.size),
    clockAheadMs: await measureClock(tx),
    limits: await readLimits(tx),
    checksumFailures: role.failures ?? 0,
  }
}

async function readLimits(tx: Db): Promise<PostgresLimits> {
  const limits = await sql<{ connections: number; timeout: number; version: number }>`
    SELECT LEAST(
        current_setting('max_connections')::int
          - current_setting('superuser_reserved_connections')::int,
        (SELECT NULLIF(datconnlimit, -1) FROM pg_database WHERE datname = current_database()),
        (SELECT NULLIF(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user)
      ) AS connections,
      (SELECT setting::float8 FROM pg_settings WHERE name = 'statement_timeout') AS timeout,
      current_setting('server_version_num')::int AS version`
    .execute(tx)
    .then(getOnlyRow)
  const collation =
    limits.version < firstWithCollationVersion
      ? { built: null, present: null }
      : await sql<PostgresLimits['collation']>`
          SELECT datcollversion AS built, pg_database_collation_actual_version(oid) AS present
          FROM pg_database WHERE datname = current_database()`
          .execute(tx)
          .then(getOnlyRow)
  return { connections: limits.connections, statementTimeoutMs: limits.timeout, collation }
}

/** Before it the catalogue has no such column. */
const firstWithCollationVersion = 150_000

/** Against the middle of the round trip. */
async function measureClock(tx: Db): Promise<number> {
  const sentAt = Date.now()
  const { at } = await sql<{ at: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`
    .execute(tx)
    .then(getOnlyRow)
  return at - (sentAt + Date.now()) / 2
}

function getOnlyRow<Row>({ rows: [row] }: { readonly rows: readonly Row[] }): Row {
  if (!row) throw new Error('The database gave no row.')
  return row
}
