import { deriveSeed } from '../random.ts'

/** The starts of a class are spread over this time, so that they do not all arrive at once. */
export const maxStartOffsetMs = 3_000

/** How long after the opening this student's Start becomes live: the same each time it is asked. */
export function getStartOffsetMs(studentId: string, examId: string): number {
  const text = `${studentId} ${examId}`
  let seed = 0
  for (let at = 0; at < text.length; at++) seed = deriveSeed(seed, text.charCodeAt(at))
  return seed % (maxStartOffsetMs + 1)
}

/** From the server's answer to the opening; nobody asks in the last seconds, when all start. */
const quietBeforeOpeningSeconds = 10
const longestSeconds = 300
const shortestSeconds = 30

/**
 * When a lobby asks again whether the opening has moved: the nearer it is, the sooner. Once it is
 * open nothing is left to wait for.
 */
export function getLobbyPollSeconds(msToOpening: number): number {
  const seconds = Math.max(0, msToOpening / 1000)
  const usual = Math.max(shortestSeconds, Math.min(longestSeconds, seconds / 4))
  const isAskedInQuiet = seconds > 0 && Math.abs(seconds - usual) < quietBeforeOpeningSeconds
  return Math.round(isAskedInQuiet ? usual + 2 * quietBeforeOpeningSeconds : usual)
}
