import type { InProcessClient } from '#server/http/in-process-client.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** India has one time zone and no daylight saving time. */
const indiaAheadMs = 5.5 * hour

export type Calendar = {
  readonly now: number
  /** A time of day at the institute, a number of days ago: `at(3, '18:30')`. */
  at(daysAgo: number, time: string): number
  /** The date at the institute in a number of days, as yyyy-MM-dd. */
  dateIn(days: number): string
}

export function createCalendar(now: number): Calendar {
  const midnight = Math.floor((now + indiaAheadMs) / day) * day - indiaAheadMs
  return {
    now,
    at(daysAgo, time) {
      const [hours = 0, minutes = 0] = time.split(':').map(Number)
      return midnight - daysAgo * day + hours * hour + minutes * minute
    },
    dateIn: (days) => new Date(midnight + days * day + indiaAheadMs).toISOString().slice(0, 10),
  }
}

/** Something that the admin does at that time. */
export type AdminTask = {
  readonly at: number
  readonly run: (admin: InProcessClient) => Promise<unknown>
}

/** One person's actions in order; it yields the time of the next one. */
export type Actor = AsyncGenerator<number, void>

export type Clock = { at: number }

type RunActorsOptions = {
  readonly clock: Clock
  /** Later actions do not happen; their actors are left waiting. */
  readonly until: number
  /** Called before the clock jumps ahead, so that no email is late. */
  readonly flush: () => Promise<void>
}

const maxGapMs = 60_000

/** Runs all actors on one clock, which jumps from each action to the next. */
export async function runActors(
  actors: readonly Actor[],
  { clock, until, flush }: RunActorsOptions,
) {
  const waiting = await Promise.all(
    actors.map(async (actor) => ({ life: actor, at: await advance(actor) })),
  )
  let flushedAt = clock.at
  for (;;) {
    const next = waiting.reduce((first, one) => (one.at < first.at ? one : first))
    if (next.at > until) break
    if (next.at - flushedAt > maxGapMs) {
      await flush()
      flushedAt = next.at
    }
    clock.at = Math.max(clock.at, next.at)
    next.at = await advance(next.life)
  }
  await flush()
  clock.at = until
}

async function advance(actor: Actor): Promise<number> {
  const { value, done } = await actor.next()
  return done ? Number.POSITIVE_INFINITY : (value as number)
}
