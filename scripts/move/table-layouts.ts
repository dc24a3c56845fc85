import type { Database as Sqlite } from 'better-sqlite3'
import type { ClientBase } from 'pg'

/** The types that the migrations use, by PostgreSQL's names. */
const knownTypes = ['text', 'integer', 'bigint', 'double precision'] as const
export type ColumnType = (typeof knownTypes)[number]

export type TableLayout = {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[]
}

/**
 * Own to each engine: its migrations, and counters of limits, which on SQLite lie in a file of
 * their own, expire within a day and may be lost at any time.
 */
const ownTables = [
  ...['migrations', 'unfinished_move'],
  ...['limits', 'slowed_networks', 'waiting_logins'],
]

/**
 * Every table of the institute as both engines define it, those that others refer to first.
 * @throws where one engine has a table or a column that the other has not, or one of a kind that is
 * not copied as it is
 */
export async function readLayouts(sqlite: Sqlite, client: ClientBase): Promise<TableLayout[]> {
  const here = readSqliteColumns(sqlite)
  const there = await readPostgresColumns(client)
  const tables = new Set([...here.keys(), ...there.keys()])
  const differences = [...tables].flatMap((table) => [
    ...listMissing(table, here.get(table), there.get(table)?.keys(), 'PostgreSQL'),
    ...listMissing(table, there.get(table)?.keys(), here.get(table), 'SQLite'),
  ])
  if (differences.length > 0) throw new Error(`${differences.join(', ')}. Nothing was copied.`)
  return sortParentsFirst(sqlite, [...here.keys()]).map((name) => ({
    name,
    columns: (here.get(name) ?? []).map((column) => ({
      name: column,
      type: parseType(`${name}.${column}`, there.get(name)?.get(column) ?? ''),
    })),
  }))
}

function listMissing(
  table: string,
  columns: Iterable<string> | undefined,
  others: Iterable<string> | undefined,
  engine: string,
): string[] {
  if (!columns) return []
  if (!others) return [`${table} is missing on ${engine}`]
  const known = new Set(others)
  return [...columns]
    .filter((column) => !known.has(column))
    .map((column) => `${table}.${column} is missing on ${engine}`)
}

function readSqliteColumns(sqlite: Sqlite): Map<string, string[]> {
  const names = sqlite
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
    )
    .pluck()
    .all() as string[]
  const columns = sqlite.prepare('SELECT name FROM pragma_table_info(?) ORDER BY cid').pluck()
  return new Map(
    names
      .filter((name) => !ownTables.includes(name))
      .map((name) => [name, columns.all(name) as string[]]),
  )
}

/** Reads the types of each table's columns, by name. */
async function readPostgresColumns(client: ClientBase): Promise<Map<string, Map<string, string>>> {
  const { rows } = await client.query(
    `SELECT table_name, column_name, is_identity = 'YES' OR is_generated <> 'NEVER'
       OR coalesce(column_default, '') LIKE 'nextval(%' AS is_filled,
       data_type
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
       AND NOT table_name = ANY ($1)`,
    [ownTables],
  )
  const tables = new Map<string, Map<string, string>>()
  for (const { table_name: table, column_name: column, data_type: type, is_filled } of rows) {
    const columns = tables.get(table) ?? new Map<string, string>()
    columns.set(column, is_filled ? `${type} that the database fills in` : type)
    tables.set(table, columns)
  }
  return tables
}

function parseType(column: string, type: string): ColumnType {
  const known = knownTypes.find((name) => name === type)
  if (known) return known
  throw new Error(
    `${column} is of the type ${type}, which the move cannot copy. Nothing was copied.`,
  )
}

function sortParentsFirst(sqlite: Sqlite, tables: readonly string[]): string[] {
  const parents = sqlite.prepare('SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)').pluck()
  const sorted = new Set<string>()
  const add = (table: string) => {
    for (const parent of parents.all(table) as string[]) {
      if (parent !== table && !sorted.has(parent)) add(parent)
    }
    sorted.add(table)
  }
  tables.toSorted().forEach(add)
  return [...sorted]
}

/** Tables that hold rows, whosever they are. */
export async function listFilledTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query(
    `SELECT tablename AS name FROM pg_tables
     WHERE schemaname = current_schema() AND NOT tablename = ANY ($1) ORDER BY tablename`,
    [ownTables],
  )
  const filled: string[] = []
  for (const { name } of rows) {
    const found = await client.query(`SELECT 1 FROM ${client.escapeIdentifier(name)} LIMIT 1`)
    if (found.rows.length > 0) filled.push(name)
  }
  return filled
}
