import { type RawBuilder, sql } from 'kysely'
import type { Database, Db } from './database.ts'
import { databaseTime } from './heartbeat.ts'
import type { HeartbeatRow } from './tables.ts'

export type SavedHeartbeats = {
  readonly sameBoot: { readonly at: number; readonly bootMs: number } | null
  readonly newestAt: number | null
  /** The time now by a process of another machine that still runs. */
  readonly elsewhereAt: number | null
}

type Machine = {
  readonly bootId: string
  readonly host: string
  readonly at: number
  readonly bootMs: number
  /** How long ago its last heartbeat was; null on SQLite, where no other machine can run. */
  readonly ageMs: number | null
}

/** A machine with a heartbeat since then is taken to run. */
const runsForMs = 20_000
const keptMs = 30 * 24 * 60 * 60_000

/**
 * Reads the last heartbeats of earlier runs, at this machine and at others.
 * @param shiftedMs the sum of all shifts of the exam's clock
 */
export async function readHeartbeats(
  db: Db,
  engine: Database['engine'],
  { bootId, host }: { readonly bootId: string; readonly host: string },
  shiftedMs: number,
): Promise<SavedHeartbeats> {
  const machines = await listMachines(db, engine, shiftedMs)
  const own = machines.find((machine) => machine.bootId === bootId)
  // One of this name has just started anew.
  const other = machines.find(
    (machine) => machine.bootId !== bootId && machine.host !== host && isUp(machine),
  )
  return {
    sameBoot: own ? { at: own.at, bootMs: own.bootMs } : null,
    newestAt: machines[0]?.at ?? null,
    elsewhereAt: other ? other.at + (other.ageMs ?? 0) : null,
  }
}

/** The clocks of several machines may differ, so the exam's clock follows one: the longest up. */
export async function isLeadingMachine(
  db: Db,
  engine: Database['engine'],
  { bootId, host }: { readonly bootId: string; readonly host: string },
): Promise<boolean> {
  if (engine === 'sqlite') return true
  const machines = (await listMachines(db, engine)).filter(isUp)
  const own = machines.find((machine) => machine.bootId === bootId)
  const others = machines.filter((machine) => machine.host !== host)
  const getStart = ({ ageMs, bootMs }: Machine) => -(ageMs ?? 0) - bootMs
  if (!own) return others.length === 0
  return others.every((other) => getStart(other) >= getStart(own))
}

/** A heartbeat from before a shift that its process may not have lived to make. */
export function toPresentTime(
  { at, shifted_ms }: Pick<HeartbeatRow, 'at' | 'shifted_ms'>,
  shiftedMs: number,
): number {
  return at + shiftedMs - (shifted_ms ?? shiftedMs)
}

/** Newest first. */
async function listMachines(db: Db, engine: Database['engine'], shiftedMs = 0): Promise<Machine[]> {
  const now: RawBuilder<number | null> = engine === 'postgres' ? databaseTime : sql`NULL`
  const rows = await db
    .selectFrom('heartbeats')
    .selectAll()
    .select(now.as('database_now'))
    .where('boot_id', 'is not', null)
    .execute()
  const machines = rows.map(({ boot_id, host, boot_ms, database_at, database_now, ...row }) => ({
    bootId: boot_id ?? '',
    host: host ?? '',
    at: toPresentTime(row, shiftedMs),
    bootMs: boot_ms ?? 0,
    ageMs: database_at === null || database_now === null ? null : database_now - database_at,
  }))
  return machines.toSorted((one, other) => other.at - one.at)
}

function isUp({ ageMs }: Machine): boolean {
  return ageMs !== null && ageMs < runsForMs
}

export async function deleteOldHeartbeats(tx: Db, now: number): Promise<void> {
  await tx
    .deleteFrom('heartbeats')
    .where('at', '<', now - keptMs)
    .execute()
}
