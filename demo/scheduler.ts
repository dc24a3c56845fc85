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
