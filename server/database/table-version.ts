import type { Database as Sqlite } from 'better-sqlite3'

type Given = {
  readonly writer: Sqlite
  readonly tables: readonly string[]
  /** Another process committed: what was read before is old. */
  readonly onOthers: () => void
}

/**
 * A number that becomes another one as soon as a row of these tables may have changed: by a commit
 * of ours, which triggers tell of, or by one of another process, which SQLite counts. The count is
 * looked at once in a turn of the event loop.
 */
export function versionOfTables({ writer, tables, onOthers }: Given) {
  let version = 0
  let isTouched = false
  let isLookedAt = false
  writer.function('touch', () => {
    isTouched = true
    return null
  })
  for (const table of tables) {
    for (const event of ['INSERT', 'UPDATE', 'DELETE']) {
      writer.exec(
        `CREATE TEMP TRIGGER ${table}_${event} AFTER ${event} ON main.${table} BEGIN SELECT touch(); END`,
      )
    }
  }
  const commitsOfOthers = writer.prepare('PRAGMA data_version').pluck()
  let seen = commitsOfOthers.get()

  function look() {
    const now = commitsOfOthers.get()
    isLookedAt = true
    setImmediate(() => {
      isLookedAt = false
    })
    if (now === seen) return
    seen = now
    version += 1
    onOthers()
  }

  return {
    version() {
      if (!isLookedAt) look()
      return version
    },
    /** To be called between a commit of ours and the next read. */
    committed() {
      if (isTouched) version += 1
      isTouched = false
    },
  }
}
