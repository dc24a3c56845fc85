import type { Database as Sqlite } from 'better-sqlite3'
import type { Tables } from './tables.ts'

/** Read on every call, changed far less often. */
export type CachedTables = Pick<Tables, 'sessions' | 'accounts' | 'attempts'> & {
  readonly exams: Pick<Tables['exams'], 'id' | 'deleted_at'>
}

type Change = {
  readonly table: keyof CachedTables
  readonly event: string
  /** SQL that names the account of a row; NULL where the row concerns everybody. */
  readonly accounts: readonly string[]
}

/** A row that changes hands is reported for both accounts. */
const changes: readonly Change[] = [
  ...(
    [
      ['sessions', 'account_id'],
      ['accounts', 'id'],
      ['attempts', 'student_id'],
    ] as const
  ).flatMap(([table, column]): Change[] => [
    { table, event: 'INSERT', accounts: [`NEW.${column}`] },
    { table, event: 'UPDATE', accounts: [`OLD.${column}`, `NEW.${column}`] },
    { table, event: 'DELETE', accounts: [`OLD.${column}`] },
  ]),
  { table: 'exams', event: 'UPDATE OF deleted_at', accounts: ['NULL'] },
  { table: 'exams', event: 'DELETE', accounts: ['NULL'] },
]

/** An exam of 10,000 students, each with two sessions and two attempts: about 1 kB each. */
const maxQueries = 40_000

type CachedRows = { readonly account: string; readonly rows: readonly unknown[] }

type RowCacheOptions = {
  readonly writer: Sqlite
  /** Called when another process has committed: earlier reads are stale. */
  readonly onForeignCommit: () => void
}

export type GetCached = <Row>(
  key: string,
  accountOf: (row: Row) => string,
  read: () => Row[],
) => Row[]

/**
 * Rows in memory until a row of their account may have changed: by our own commit, which triggers
 * report, or by another process's, which SQLite counts and which empties the whole. That count is
 * read once per turn of the event loop, and at the start of each transaction.
 * Answering sessions from memory saves 4 of the 17 µs of database work an answer takes.
 */
export function createRowCache({ writer, onForeignCommit }: RowCacheOptions) {
  const cached = new Map<string, CachedRows>()
  const keysByAccount = new Map<string, Set<string>>()
  const changedAccounts = new Set<string>()
  let isAllChanged = false
  let isChecked = false
  reportChanges(writer, (account) => {
    if (account === null) isAllChanged = true
    else changedAccounts.add(account)
  })
  const foreignCommits = writer.prepare('PRAGMA data_version').pluck()
  let lastSeen = foreignCommits.get()

  function check() {
    const current = foreignCommits.get()
    isChecked = true
    setImmediate(() => {
      isChecked = false
    })
    if (current === lastSeen) return
    lastSeen = current
    clear()
    onForeignCommit()
  }

  function clear() {
    cached.clear()
    keysByAccount.clear()
  }

  const isUnchanged = (account: string) => !isAllChanged && !changedAccounts.has(account)

  function forget(key: string, account: string) {
    cached.delete(key)
    const keys = keysByAccount.get(account)
    keys?.delete(key)
    if (keys?.size === 0) keysByAccount.delete(account)
  }

  function keep(key: string, entry: CachedRows) {
    const [oldest] = cached
    if (cached.size >= maxQueries && oldest) forget(oldest[0], oldest[1].account)
    cached.set(key, entry)
    const keys = keysByAccount.get(entry.account)
    if (keys) keys.add(key)
    else keysByAccount.set(entry.account, new Set([key]))
  }

  function recall<Row>(
    key: string,
    accountOf: (row: Row) => string,
    read: () => Row[],
    isUsable: (account: string) => boolean,
  ): Row[] {
    const known = cached.get(key)
    if (known && isUsable(known.account)) return known.rows as Row[]
    const rows = read()
    const [first] = rows
    const account = first === undefined ? null : accountOf(first)
    if (account !== null && isUsable(account)) keep(key, { account, rows })
    return rows
  }

  return {
    /**
     * Missing rows are not cached: guessed tokens would displace the rest.
     * @param accountOf the owner of the rows; they are all of one account
     */
    get<Row>(key: string, accountOf: (row: Row) => string, read: () => Row[]): Row[] {
      if (!isChecked) check()
      return recall(key, accountOf, read, () => true)
    },

    /** The same inside a transaction, which sees its own changes and whose lock keeps others out. */
    getInTransaction: <Row>(key: string, accountOf: (row: Row) => string, read: () => Row[]) =>
      recall(key, accountOf, read, isUnchanged),

    /** Must be called once a transaction has its lock. */
    beginTransaction: check,

    /** Must be called between our commit and the next read. */
    recordCommit() {
      for (const account of changedAccounts) {
        for (const key of keysByAccount.get(account) ?? []) cached.delete(key)
        keysByAccount.delete(account)
      }
      changedAccounts.clear()
      if (isAllChanged) clear()
      isAllChanged = false
    },
  }
}

/** Reports changes by any statement. */
function reportChanges(writer: Sqlite, onChange: (account: string | null) => void) {
  writer.function('report_change', (account) => {
    onChange(account as string | null)
    return null
  })
  for (const [index, { table, event, accounts }] of changes.entries()) {
    const reports = accounts.map((account) => `SELECT report_change(${account});`).join(' ')
    writer.exec(
      `CREATE TEMP TRIGGER report_change_${index} AFTER ${event} ON main.${table} BEGIN ${reports} END`,
    )
  }
}
