/**
 * The moment at which a clock on the wall shows a time, both in milliseconds: the wall's as if it
 * were UTC. `getWallClock` tells what it shows at a moment. Of an hour that a change of the clocks
 * repeats, one of the two; of one that it leaves out, the hour after it.
 */
export function findInstant(wallClock: number, getWallClock: (at: number) => number): number {
  const first = wallClock - (getWallClock(wallClock) - wallClock)
  const second = first + (wallClock - getWallClock(first))
  return getWallClock(second) === wallClock ? second : Math.max(first, second)
}
