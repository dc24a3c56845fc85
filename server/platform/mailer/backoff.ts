const minute = 60_000
const maxMinutes = 10

/** With the waits below about a day. */
export const maxTries = 150

/** 1, 2, 4, 8, then 10 minutes, each a fifth shorter or longer so that not all come back at once. */
export function getRetryDelay(tries: number, random: number): number {
  const minutes = Math.min(2 ** (tries - 1), maxMinutes)
  return Math.round(minutes * minute * (0.8 + 0.4 * random))
}
