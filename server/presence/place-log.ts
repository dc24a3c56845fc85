import type { FastifyRequest } from 'fastify'
import { parseUserAgent } from '#core/accounts/user-agent.ts'
import { awaitMinorWrite } from '../database/minor-write.ts'
import type { AttemptPlaceRow } from '../database/tables.ts'
import type { Deps } from '../deps.ts'
import { readDevice, readDeviceCookie } from '../http/cookies.ts'
import { savePlaces } from './place-queries.ts'

/** Mutable, since every answer increments it. */
type TrackedPlace = Omit<AttemptPlaceRow, 'last_at' | 'calls'> & {
  last_at: number
  calls: number
  readonly writtenAt: number
}

/** The part of a request that says where it comes from. */
export type Caller = Pick<FastifyRequest, 'ip' | 'headers' | 'cookies'>

/** The last caller of each attempt, compared field by field. */
type LastCall = {
  readonly ip: string
  readonly agent: string | undefined
  readonly cookie: string
  readonly place: TrackedPlace
}

export type PlaceLog = {
  /** Counts a call from the same place as the last one; false if `due` must be asked. */
  touch(attemptId: string, caller: Caller, at: number): boolean
  /** The rows to write with this call; none if the place was written within the last minute. */
  listDue(
    attemptId: string,
    caller: Caller,
    at: number,
    isLast?: boolean,
  ): readonly AttemptPlaceRow[]
  /** Call once the attempt has ended. */
  forget(attemptId: string): void
  /** Call once the rows that were due are on disk. */
  markWritten(
    attemptId: string,
    caller: Caller,
    at: number,
    written: readonly AttemptPlaceRow[],
  ): void
}

const writtenEveryMs = 60_000
/** More than take an exam at once. */
const maxAttempts = 20_000
/** Caps what a client that makes up addresses or browsers can write. */
const maxPlaces = 20

/**
 * Remembers the places of running attempts, so that an answer costs two look-ups and writes
 * nothing more most of the time. What is lost with the process is a part of the count of calls.
 */
export function createPlaceLog(deps: Pick<Deps, 'hmac' | 'isHttps'>): PlaceLog {
  const attempts = new Map<string, Map<string, TrackedPlace>>()
  const latest = new Map<string, LastCall>()

  function remember(attemptId: string, { ip, headers, cookies }: Caller, place: TrackedPlace) {
    const cookie = readDeviceCookie({ cookies }, deps)
    latest.set(attemptId, { ip, agent: headers['user-agent'], cookie, place })
  }

  const toKey = ({ ip, headers, cookies }: Caller) =>
    `${ip}\n${readDeviceCookie({ cookies }, deps)}\n${headers['user-agent'] ?? ''}`

  function createPlace(attemptId: string, caller: Caller, at: number): AttemptPlaceRow {
    const device = readDevice(caller, deps)
    return {
      attempt_id: attemptId,
      address: caller.ip,
      device_id: device === null ? '' : deps.hmac('place', `attempt ${device}`),
      device_name: parseUserAgent(caller.headers['user-agent']).name,
      first_at: at,
      last_at: at,
      calls: 0,
    }
  }

  return {
    touch(attemptId, { ip, headers, cookies }, at) {
      const last = latest.get(attemptId)
      if (!last || at - last.place.writtenAt >= writtenEveryMs) return false
      if (last.ip !== ip || last.agent !== headers['user-agent']) return false
      if (last.cookie !== readDeviceCookie({ cookies }, deps)) return false
      last.place.last_at = at
      last.place.calls += 1
      return true
    },

    listDue(attemptId, caller, at, isLast = false) {
      const places = attempts.get(attemptId)
      const key = toKey(caller)
      const tracked = places?.get(key)
      if (tracked && !isLast && at - tracked.writtenAt < writtenEveryMs) return []
      if (!tracked && places && places.size >= maxPlaces) return []
      const current = tracked ?? createPlace(attemptId, caller, at)
      const others = [...(places?.values() ?? [])].filter(
        (other) => other !== tracked && other.calls > 0,
      )
      // Rows with the same key are one place: a browser whose cookie was renewed.
      const merged = new Map<string, AttemptPlaceRow>()
      for (const { writtenAt: _, ...row } of [
        { ...current, last_at: at, calls: current.calls + 1, writtenAt: at },
        ...others,
      ]) {
        const name = `${row.device_id} ${row.address} ${row.device_name}`
        const same = merged.get(name)
        merged.set(name, same ? { ...same, calls: same.calls + row.calls } : row)
      }
      return [...merged.values()]
    },

    forget(attemptId) {
      attempts.delete(attemptId)
      latest.delete(attemptId)
    },

    markWritten(attemptId, caller, at, written) {
      let places = attempts.get(attemptId)
      if (!places) {
        const [oldest] = attempts.keys()
        if (attempts.size >= maxAttempts && oldest !== undefined) {
          attempts.delete(oldest)
          latest.delete(oldest)
        }
        places = new Map()
        attempts.set(attemptId, places)
      }
      const key = toKey(caller)
      if (written.length === 0) {
        const tracked = places.get(key)
        if (tracked) {
          tracked.last_at = at
          tracked.calls += 1
          remember(attemptId, caller, tracked)
        }
        return
      }
      const [current] = written
      for (const place of places.values()) place.calls = 0
      if (!current) return
      const place = { ...current, calls: 0, writtenAt: at }
      places.set(key, place)
      remember(attemptId, caller, place)
    },
  }
}

type Visit = { readonly attemptId: string; readonly caller: Caller; readonly at: number }

/** For calls that only read: a place that cannot be written does not fail the call. */
export async function recordPlace(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  places: PlaceLog,
  { attemptId, caller, at }: Visit,
): Promise<void> {
  const due = places.listDue(attemptId, caller, at)
  const markWritten = () => places.markWritten(attemptId, caller, at, due)
  if (due.length === 0) return markWritten()
  await awaitMinorWrite(db.write((tx) => savePlaces(tx, due)).then(markWritten), log)
}
