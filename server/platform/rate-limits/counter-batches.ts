import type { RateLimiterMemory } from 'rate-limiter-flexible'

/** One counter of those that were opened by this name. */
export type CounterKey = { readonly name: string; readonly key: string }
export type Count = { readonly points: number; readonly msLeft: number }

/** Several counters in one statement, each by the rule that it was opened with. */
export type CounterBatches = {
  /** Null for one that does not run. */
  read(keys: readonly CounterKey[]): Promise<readonly (Count | null)[]>
  /** Counts one more in each. */
  add(keys: readonly CounterKey[]): Promise<readonly Count[]>
  /**
   * Counts one more and lets the time of the count begin anew; null, and nothing changes, where its
   * limit is reached.
   */
  prolong(key: CounterKey): Promise<Count | null>
  /** Takes one back, and forgets the counter with the last one. */
  decrement(key: CounterKey): Promise<void>
  remove(keys: readonly CounterKey[]): Promise<void>
}

type Value = string | number
type Query = <Row>(text: string, values: readonly Value[]) => Promise<readonly Row[]>
/** PostgreSQL sends BIGINT as text. */
type Row = {
  readonly key: string
  readonly points: number | string
  readonly expire: number | string
}

type OpenedCounter = {
  readonly points: number
  readonly durationMs: number
  /** Counts while the store fails. */
  readonly memory: RateLimiterMemory
}

export function createCounterBatches(
  table: string,
  query: Query,
  opened: ReadonlyMap<string, OpenedCounter>,
): CounterBatches {
  const find = ({ name }: CounterKey) => {
    const counter = opened.get(name)
    if (!counter) throw new Error(`No counter ${name} was opened`)
    return counter
  }
  const upsert = `INSERT INTO ${table} (key, points, expire) VALUES`
  const isOver = `${table}.expire <= ?`

  return {
    async read(keys) {
      const now = Date.now()
      try {
        const text = `SELECT key, points, expire FROM ${table} WHERE key IN (${list(keys, '?')}) AND expire > ?`
        const rows = await query<Row>(text, [...keys.map(toRowKey), now])
        return order(rows, keys, now)
      } catch {
        return Promise.all(keys.map(async (each) => toCount(await find(each).memory.get(each.key))))
      }
    },
    async add(keys) {
      const now = Date.now()
      try {
        const text = `${upsert} ${list(keys, '(?, 1, ?)')} ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN ${isOver} THEN 1 ELSE ${table}.points + 1 END,
          expire = CASE WHEN ${isOver} THEN excluded.expire ELSE ${table}.expire END
          RETURNING key, points, expire`
        const values = keys.flatMap((each) => [toRowKey(each), now + find(each).durationMs])
        const counts = order(await query<Row>(text, [...values, now, now]), keys, now)
        return counts.map((count) => count ?? { points: 0, msLeft: 0 })
      } catch {
        const counts = keys.map((each) => find(each).memory.penalty(each.key))
        return (await Promise.all(counts)).map(fromMemory)
      }
    },
    async prolong(each) {
      const { points, durationMs, memory } = find(each)
      const now = Date.now()
      try {
        const text = `${upsert} (?, 1, ?) ON CONFLICT (key) DO UPDATE SET
          points = CASE WHEN ${isOver} THEN 1 ELSE ${table}.points + 1 END, expire = excluded.expire
          WHERE ${isOver} OR ${table}.points < ? RETURNING key, points, expire`
        const values = [toRowKey(each), now + durationMs, now, now, points]
        return order(await query<Row>(text, values), [each], now)[0] ?? null
      } catch {
        const count = toCount(await memory.get(each.key))
        if (count && count.points >= points) return null
        return fromMemory(await memory.penalty(each.key))
      }
    },
    async decrement(each) {
      const { memory } = find(each)
      const key = toRowKey(each)
      try {
        await query(`UPDATE ${table} SET points = points - 1 WHERE key = ?`, [key])
        // A row without points would only fill the file.
        await query(`DELETE FROM ${table} WHERE key = ? AND points <= 0`, [key])
      } catch {
        await memory.reward(each.key)
      }
    },
    async remove(keys) {
      try {
        await query(`DELETE FROM ${table} WHERE key IN (${list(keys, '?')})`, keys.map(toRowKey))
      } catch {
        await Promise.all(keys.map((each) => find(each).memory.delete(each.key)))
      }
    },
  }
}

/** As rate-limiter-flexible names a row. */
const toRowKey = ({ name, key }: CounterKey) => `${name}:${key}`
const list = (keys: readonly CounterKey[], text: string) => keys.map(() => text).join(', ')

function order(
  rows: readonly Row[],
  keys: readonly CounterKey[],
  now: number,
): readonly (Count | null)[] {
  const found = new Map(rows.map((row) => [row.key, row]))
  return keys.map((each) => {
    const row = found.get(toRowKey(each))
    return row ? { points: Number(row.points), msLeft: Number(row.expire) - now } : null
  })
}

type MemoryCount = { readonly consumedPoints: number; readonly msBeforeNext: number }
const fromMemory = ({ consumedPoints, msBeforeNext }: MemoryCount): Count => ({
  points: consumedPoints,
  msLeft: msBeforeNext,
})
const toCount = (found: MemoryCount | null) => found && fromMemory(found)
