import type { DrawnAct } from './draw-day.ts'

type Failure = { readonly acts: readonly DrawnAct[]; readonly error: unknown }
type Play = (acts: readonly DrawnAct[]) => Promise<unknown>

/**
 * The fewest acts that still fail: leaves out halves, quarters and so on down to single acts, then
 * what each act waits. A day takes a second, so this stops after a while.
 * fast-check shrinks acts one by one from the first: a day of 90 was not shorter after ten minutes.
 */
export async function shrinkDay(failing: Failure, play: Play, maxMs: number): Promise<Failure> {
  const until = performance.now() + maxMs
  let shortest = failing

  async function isFailing(acts: readonly DrawnAct[]): Promise<boolean> {
    if (performance.now() > until) return false
    try {
      await play(acts)
      return false
    } catch (error) {
      shortest = { acts, error }
      return true
    }
  }

  for (let size = Math.ceil(failing.acts.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = shortest.acts.length - size; from > -size; from -= size) {
      const { acts } = shortest
      const start = Math.max(0, from)
      await isFailing([...acts.slice(0, start), ...acts.slice(from + size)])
    }
  }
  for (const index of shortest.acts.keys())
    await isFailing(shortest.acts.map((act, at) => (at === index ? { ...act, waitMs: 0 } : act)))
  return shortest
}
