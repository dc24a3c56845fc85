import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'migrations')

/**
 * The database of a migration in TypeScript: the same SQL on both engines, placeholders as `$1`,
 * `$2`.
 */
export type MigrationDb = {
  readonly engine: 'sqlite' | 'postgres'
  /** One statement or, without values, several. */
  run(sql: string, values?: readonly unknown[]): Promise<void>
  all<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

/** `pending` has yet to run on the database; `unknown` ran there, and this code has it not. */
export function compareMigrations(applied: readonly string[], engine: 'sqlite' | 'postgres') {
  const names = readdirSync(folder)
    .filter((name) => new RegExp(`^[^.]+(\\.${engine})?\\.(sql|ts)$`).test(name))
    .sort()
  return {
    pending: names.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  }
}

export async function loadMigration(name: string): Promise<(db: MigrationDb) => Promise<void>> {
  const path = join(folder, name)
  if (name.endsWith('.ts')) return (await import(path)).migrate
  const sql = readFileSync(path, 'utf8')
  return (db) => db.run(sql)
}

/** The names of the tables that a migration makes. */
export function listCreatedTables(migration: string): string[] {
  const text = readFileSync(join(folder, migration), 'utf8')
  return [...text.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)/g)].map(([, name = '']) => name)
}
