import type { Pool } from 'pg'

export type Print = (line: string) => void

const printEveryMs = 1_000

type Progress = { readonly done: number; readonly total: number }

/** Says how far it is, at once and then each second. A new database is made without a word. */
export function createProgress(print: Print) {
  let isNew: boolean | null = null
  let printedAt = Number.NEGATIVE_INFINITY
  return ({ done, total }: Progress) => {
    isNew ??= done === 0
    if (isNew || performance.now() - printedAt < printEveryMs) return
    printedAt = performance.now()
    print(`Converting the database (${done + 1} of ${total})`)
  }
}

const waitMs = 5_000

type Blocker = {
  readonly pid: number
  readonly name: string
  readonly state: string | null
  readonly address: string | null
  readonly since: string | null
}

/**
 * Says for whom a connection waits, such as another process that migrates, or one that was left
 * behind with a lock. @returns what ends it
 */
export function watchBlockers(pool: Pool, pid: number, print: Print): () => void {
  const printed = new Set<number>()
  async function look() {
    for (const blocker of await listBlockers(pool, pid)) {
      if (printed.has(blocker.pid)) continue
      printed.add(blocker.pid)
      print(describeBlocker(blocker))
    }
  }
  // It only tells: where it cannot, the migration says itself what is wrong.
  const timer = setInterval(() => look().catch(() => {}), waitMs).unref()
  return () => clearInterval(timer)
}

async function listBlockers(pool: Pool, pid: number): Promise<Blocker[]> {
  const { rows } = await pool.query(
    `SELECT pid, application_name AS name, state, host(client_addr) AS address,
      to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"') AS since
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1))`,
    [pid],
  )
  return rows
}

function describeBlocker({ pid, name, state, address, since }: Blocker): string {
  const known = [name, state, address && `from ${address}`, since && `connected since ${since}`]
  return `Waiting for process ${pid} of PostgreSQL (${known.filter(Boolean).join(', ')}). If that is no server that converts the database, end it: SELECT pg_terminate_backend(${pid});`
}
