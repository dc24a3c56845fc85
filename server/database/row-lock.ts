import { PostgresAdapter, type SelectQueryBuilder } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Locks the row until the transaction ends; `shared` locks keep out exclusive ones only. SQLite has
 * one writer at a time, so a plain read inside `db.write` does the same there.
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
