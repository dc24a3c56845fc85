import type { Database } from '../database/database.ts'
import type { Deps } from '../deps.ts'
import { toNetwork } from '../platform/network-address.ts'
import { listExamAddresses } from './student-queries.ts'

const readEveryMs = 5_000

type Found = {
  readonly readAt: number
  readonly networks: Promise<ReadonlySet<string>>
  /** The same once it has been read, until then the one before. */
  latest: ReadonlySet<string>
}

const foundByDb = new WeakMap<Database, Found>()

/**
 * The networks of students with a running attempt, at most 5 s old: thousands log in within a
 * minute, and none of them should read thousands of sessions.
 */
export function listExamNetworks({
  db,
  clock,
}: Pick<Deps, 'db' | 'clock'>): Promise<ReadonlySet<string>> {
  const now = clock.machine.getMonotonicMs
  const found = foundByDb.get(db)
  if (found && now() - found.readAt < readEveryMs) return found.networks
  const networks = readExamNetworks(db)
  const reading: Found = { readAt: now(), networks, latest: found?.latest ?? new Set() }
  foundByDb.set(db, reading)
  networks.then(
    (latest) => {
      reading.latest = latest
    },
    () => foundByDb.delete(db),
  )
  return networks
}

/** Answers from the last reading, without a statement. */
export function wasExamNetwork({ db }: Pick<Deps, 'db'>, network: string): boolean {
  return foundByDb.get(db)?.latest.has(network) ?? false
}

async function readExamNetworks({ read }: Database): Promise<ReadonlySet<string>> {
  return new Set((await listExamAddresses(read)).map(toNetwork))
}
