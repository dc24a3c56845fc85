/** What somebody does one after another: it yields the time until which they wait. */
export type Life = AsyncGenerator<number, void>

export type Clock = { at: number }

type Given = {
  readonly clock: Clock
  /** What lies later has not happened yet: whoever waits for it stays where they are. */
  readonly until: number
  /** Called before the clock has moved on by more than a moment: no letter may lag behind. */
  readonly settled: () => Promise<void>
}

const momentMs = 60_000

/** Lives them all side by side on one clock, which jumps from each deed to the next. */
export async function live(lives: readonly Life[], { clock, until, settled }: Given) {
  const waiting = await Promise.all(lives.map(async (life) => ({ life, at: await nextOf(life) })))
  let settledAt = clock.at
  for (;;) {
    const next = waiting.reduce((first, one) => (one.at < first.at ? one : first))
    if (next.at > until) break
    if (next.at - settledAt > momentMs) {
      await settled()
      settledAt = next.at
    }
    clock.at = Math.max(clock.at, next.at)
    next.at = await nextOf(next.life)
  }
  await settled()
  clock.at = until
}

async function nextOf(life: Life): Promise<number> {
  const { value, done } = await life.next()
  return done ? Number.POSITIVE_INFINITY : (value as number)
}
