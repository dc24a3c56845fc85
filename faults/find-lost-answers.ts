import type { Database as Sqlite } from 'better-sqlite3'
import { type LedgerEntry, listLostAnswers, type StoredAnswer } from '#simulated-class/ledger.ts'

/** Acknowledged answers that this database has lost. */
export function findLostAnswers<Entry extends LedgerEntry>(
  database: Sqlite,
  acknowledged: Iterable<Entry>,
): Entry[] {
  const rows = database.prepare('SELECT * FROM answers').all() as StoredAnswer[]
  return listLostAnswers(rows, acknowledged)
}
