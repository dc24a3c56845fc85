/** Up to this many running attempts a page asks for its clock as often as it would alone. */
const manyAttempts = 2_000
export const usualPollSeconds = 8.5
/** The rest of the 30 s is for the call itself. */
export const maxPollSeconds = 26

/** The earliest and the latest page of a class; the first asks after 5 s. */
const earliestShare = 5 / usualPollSeconds

/** Waits for the server's clock to pass the deadline as well. */
const deadlineSlackMs = 500
const maxEndSpreadMs = 5_000

/**
 * After how long a page asks for its clock again, at the latest: a student hears of added minutes
 * within 10 s. In an exam of more than 2,000 there are as many calls a second as with 2,000, until a
 * page asks so seldom that a student hears of them within 30 s.
 */
export function getPollSeconds(runningAttempts: number): number {
  if (runningAttempts <= manyAttempts) return usualPollSeconds
  return Math.min(maxPollSeconds, Math.ceil((runningAttempts / manyAttempts) * usualPollSeconds))
}

/** `jitter` is random, 0 to 1: a class does not ask all at once. */
export function getPollMs(pollSeconds: number, jitter: number): number {
  return Math.round(pollSeconds * 1000 * (earliestShare + jitter * (1 - earliestShare)))
}

/**
 * How long after its deadline a page sends the end. A class that began in one second would end in
 * one: a large one is spread over up to 5 s of the 15 s of grace.
 */
export function getEndDelayMs(pollSeconds: number, jitter: number): number {
  const share = (pollSeconds - usualPollSeconds) / (maxPollSeconds - usualPollSeconds)
  return Math.round(deadlineSlackMs + jitter * share * maxEndSpreadMs)
}
