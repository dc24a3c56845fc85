import type { Check } from './finding.ts'

export type PostgresLimits = {
  /** For this role and database, without those kept for superusers. */
  readonly connections: number
  /** 0 is none. */
  readonly statementTimeoutMs: number
  /** The versions of the collation by which indexes were built, and of the system's now. */
  readonly collation: { readonly built: string | null; readonly present: string | null }
}

/** Each process of the server takes up to so many. */
const connectionsEach = 10
/** A list of a large institute, or an export, may take so long. */
const shortestTimeoutMs = 60_000

export const postgresLimitChecks: readonly Check<PostgresLimits>[] = [
  {
    id: 'postgres-connections',
    level: ({ connections }) => (connections < connectionsEach ? 'error' : 'warning'),
    hasProblem: ({ connections }) => connections < 2 * connectionsEach,
    problem: ({ connections }) =>
      `PostgreSQL lets ${connections} connections in here. A process of the server takes up to ${connectionsEach}, and two run while one is restarted: calls beyond that are answered "busy".`,
    remedy: 'Raise max_connections, or the limit of the role or the database.',
  },
  {
    id: 'postgres-statement-timeout',
    level: 'error',
    hasProblem: ({ statementTimeoutMs }) =>
      statementTimeoutMs > 0 && statementTimeoutMs < shortestTimeoutMs,
    problem: ({ statementTimeoutMs }) =>
      `PostgreSQL ends each statement after ${statementTimeoutMs / 1_000} s, also those of an exam, a large list or an erasure.`,
    remedy:
      'Take statement_timeout back for this role and database: ALTER ROLE … RESET statement_timeout.',
  },
  {
    id: 'postgres-collation',
    level: 'error',
    hasProblem: ({ collation: { built, present } }) =>
      built !== null && present !== null && built !== present,
    problem: ({ collation: { built, present } }) =>
      `The database's indexes were built by version ${built} of its collation, and the system has ${present}: rows may not be found, and addresses be taken twice.`,
    remedy:
      'REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION, with the servers stopped.',
  },
]
