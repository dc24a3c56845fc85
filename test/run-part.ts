/**
 * Of the checks `npm test` runs the usual ones, and `npm run test:rest` what it leaves out, for
 * which a developer need not wait. Without a word from them: all that is asked for.
 */
export const runPart = readRunPart(process.env.RUN_PART)

function readRunPart(name: string | undefined): 'usual' | 'rest' | 'any' {
  return name === 'usual' || name === 'rest' ? name : 'any'
}

/**
 * Journeys with the tag; in Chromium those that its own journeys make in more detail; in WebKit, whose
 * driver is the slowest, all but those of students and staff.
 */
const leftOut = /@long|^\s*(chromium browsers\/|webkit browsers\/(?!student-|staff-))/

/** For Playwright: the journeys of this part. */
export const playedJourneys = {
  usual: { grepInvert: leftOut },
  rest: { grep: leftOut },
  any: {},
}[runPart]
