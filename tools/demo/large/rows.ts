import type Sqlite from 'better-sqlite3'
import type { Insertable } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Adds whole rows to one table by one prepared statement. */
export function rowsOf<Table extends keyof Tables & string>(
  sqlite: Sqlite.Database,
  table: Table,
): (row: Insertable<Tables[Table]>) => void {
  let add: ((row: object) => unknown) | undefined
  return (row) => {
    add ??= adderOf(sqlite, table, Object.keys(row))
    add(row)
  }
}

function adderOf(sqlite: Sqlite.Database, table: string, columns: readonly string[]) {
  const holes = columns.map(() => '?').join(', ')
  const statement = sqlite.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${holes})`)
  return (row: object) => {
    const values = row as Record<string, unknown>
    return statement.run(columns.map((column) => values[column]))
  }
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** As long as the product's own, and as scattered over an index. */
export function idsFrom(roll: () => number): () => string {
  return () => {
    let id = ''
    for (let place = 0; place < 22; place++) id += letters[Math.floor(roll() * 64)]
    return id
  }
}
