import { PostgresAdapter, type SelectQueryBuilder } from 'kysely'
import type { Db } from '../deps.ts'
import type { Tables } from './tables.ts'

/**
 * Holds the row until the transaction ends. SQLite has one writer at a time, so there a plain
 * read inside `db.write` is as good.
 */
export function lockRow(db: Db) {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isPostgres ? query.forUpdate() : query
}
