import type { Database as Sqlite } from 'better-sqlite3'

/** `PRAGMA user_version` of a file that holds nothing erased; files of older versions have 0. */
const cleanVersion = 1

export function isClean(sqlite: Sqlite): boolean {
  return readVersion(sqlite) === cleanVersion
}

/** Runs in the transaction that erases, so that the file is cleaned even after a crash. */
export function markUnclean(sqlite: Sqlite): void {
  const version = readVersion(sqlite)
  // A new number each time, so that rows erased while the file is rewritten are not taken for
  // clean.
  sqlite.pragma(`user_version = ${version <= cleanVersion ? cleanVersion + 1 : version + 1}`)
}

export function markClean(sqlite: Sqlite): void {
  sqlite.pragma(`user_version = ${cleanVersion}`)
}

export function readVersion(sqlite: Sqlite): number {
  return Number(sqlite.pragma('user_version', { simple: true }))
}
