import { PostgresAdapter, type SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Holds the row until the transaction ends, or with `shared` only keeps others from holding it
 * alone. SQLite has one writer at a time, so there a plain read inside `db.write` is as good.
 */
export function lockRow(db: Db, mode: 'alone' | 'shared' = 'alone') {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  return <T extends keyof Tables, O>(query: SelectQueryBuilder<Tables, T, O>) =>
    isPostgres ? addLock(query, mode) : query
}

function addLock<T extends keyof Tables, O>(
  query: SelectQueryBuilder<Tables, T, O>,
  mode: 'alone' | 'shared',
) {
  return mode === 'alone' ? query.forUpdate() : query.forShare()
}
