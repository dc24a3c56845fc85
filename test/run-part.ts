/**
 * The part of the checks to run: `npm test` runs the usual ones, and `npm run test:rest` the
 * others, for which a developer need not wait. Without either, everything that is asked for runs.
 */
export const runPart = readRunPart(process.env.RUN_PART)

function readRunPart(name: string | undefined): 'usual' | 'rest' | 'any' {
  return name === 'usual' || name === 'rest' ? name : 'any'
}

/** Journeys of an unusual way: what breaks around a page, second looks, long waits (decision 0135). */
export const unusualJourneys = [
  ...['admin-adds-a-student', 'admin-adjusts-attempts'],
  ...['admin-closes-many-incidents', 'admin-decides-incidents'],
  ...['admin-double-clicks', 'admin-duplicates-a-test', 'admin-email-and-audit-logs'],
  ...['admin-emails-a-window'],
  ...['admin-erases', 'admin-form-errors', 'admin-imports-invalid-files', 'admin-keeps-a-key'],
  ...['admin-keeps-drafts', 'admin-lets-somebody-sit-first', 'admin-moves-students'],
  ...['admin-keeps-tests-going', 'admin-names-rooms', 'admin-tells-namesakes-apart'],
  ...['older-locale-data', 'student-reads-hindi', 'visitor-loses-a-file'],
  ...['admin-reads-results-of-a-batch', 'admin-restores-students', 'admin-second-factor'],
  ...['admin-unblocks-lab-logins', 'admins-share-a-student', 'browsers/altered-html'],
  ...['browsers/blank-page', 'forgotten-password', 'invigilator-pauses-a-student'],
  ...['logout-clears-device', 'office-reads-a-register', 'offline-recovery', 'old-browser'],
  ...['owner-manages-staff', 'proctoring-violations', 'server-start-and-stop', 'site-data-blocked'],
  ...['student-behind-a-firewall', 'student-busy-server', 'student-calm-panel'],
  ...['student-ends-behind-a-firewall', 'student-error-messages', 'student-gets-more-time'],
  ...['admin-prints-lists', 'staff-acts-in-few-clicks'],
  ...['student-keyboard-zoom-and-screen-reader', 'student-low-window'],
  ...['student-opens-the-lists-of-a-screen-reader', 'student-practises'],
  ...['student-preflight-checks', 'student-reads-other-scripts', 'student-reloads-on-an-iphone'],
  ...['student-waits-in-lobby', 'student-walks-through-a-paper', 'visitor-asks-and-prints'],
  ...['visitor-double-taps', 'visitor-goes-back', 'visitor-masks-identity-card'],
  ...['visitor-reads-a-long-name', 'visitor-reads-at-every-width', 'visitor-registers-by-keyboard'],
  ...['visitor-registration-fails', 'visitor-registration-retries', 'visitor-without-javascript'],
]

/**
 * Journeys with the tag, the unusual ones; in Chromium those that its own journeys make in more
 * detail; in WebKit, whose driver is the slowest, all but the one that takes a test; in Firefox that
 * one, and the one about dates.
 */
const leftOut = new RegExp(
  String.raw`@long|^\s*(chromium browsers/|webkit browsers/(?!student-takes-)|firefox browsers/(dates|student-takes-))|(^|\s)(${unusualJourneys.join('|')})\.spec`,
)

/** For Playwright: the journeys of this part. */
export const playedJourneys = {
  usual: { grepInvert: leftOut },
  rest: { grep: leftOut },
  any: {},
}[runPart]
