import type Sqlite from 'better-sqlite3'
import type { Insertable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Inserts rows into one table with one prepared statement. */
export function createInserter<Table extends keyof Tables & string>(
  sqlite: Sqlite.Database,
  table: Table,
): (row: Insertable<Tables[Table]>) => void {
  let add: ((row: object) => unknown) | undefined
  return (row) => {
    add ??= prepareInsert(sqlite, table, Object.keys(row))
    add(row)
  }
}

function prepareInsert(sqlite: Sqlite.Database, table: string, columns: readonly string[]) {
  const placeholders = columns.map(() => '?').join(', ')
  const statement = sqlite.prepare(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders})`,
  )
  return (row: object) => {
    const values = row as Record<string, unknown>
    return statement.run(columns.map((column) => values[column]))
  }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Ids as long and as random as the product's own, so that indexes behave alike. */
export function createIdGenerator(next: () => number): () => string {
  return () => {
    let id = ''
    for (let index = 0; index < 22; index++) id += alphabet[Math.floor(next() * 64)]
    return id
  }
}
