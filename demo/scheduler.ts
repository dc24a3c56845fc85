/** What somebody does one after another: it yields the time until which they wait. */
export type Actor = AsyncGenerator<number, void>

export type Clock = { at: number }

type RunActorsOptions = {
  readonly clock: Clock
  /** What lies later has not happened yet: whoever waits for it stays where they are. */
  readonly until: number
  /** Called before the clock has moved on by more than a moment: no email may lag behind. */
  readonly flush: () => Promise<void>
}

const maxGapMs = 60_000

/** Runs all scenarios on one clock, which jumps from each action to the next. */
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
