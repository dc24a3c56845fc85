import { expect, it } from 'vitest'
import { oneTimePasswordLifetimeMs, printedPasswordLifetimeMs } from './accounts/password.ts'
import { maxCodeAttempts, pendingLoginMs } from './accounts/second-factor.ts'
import { endedSessionMs } from './accounts/session.ts'
import { graceMs, maxResumeDelayMs } from './attempts/deadline.ts'
import { isChosenInPause, limitSequence } from './attempts/sequence.ts'
import { getOpeningAnnouncement } from './exam-windows/countdown.ts'
import { maxStartOffsetMs } from './exam-windows/lobby.ts'
import { maxDurationMinutes, maxQuestionsPerExam } from './exams/exam.ts'
import { minAttemptsToAnalyse, minAttemptsToTrust } from './grading/item-analysis.ts'
import { releaseUndoMs } from './grading/release.ts'
import { undoMs } from './live/actions.ts'
import { offlineMs, quietMs } from './live/presence.ts'
import { summaryPauseMs } from './live/state-counts.ts'
import { isLate } from './proctoring/late-events.ts'
import { blurToleranceMs, maxWarnings } from './proctoring/policy.ts'
import { briefSilenceMs, silenceMs } from './proctoring/silence.ts'
import { maxImportRows } from './students/import/import-rows.ts'

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

/**
 * Limits that students and staff are promised, as numbers: other specs take them from the code, and
 * would not notice another one. A change of a limit needs its sentence changed as well.
 */
it.each([
  {
    limit: 'answers and a finish are taken after the deadline',
    is: graceMs,
    promised: 15 * second,
  },
  {
    limit: 'a reopened attempt waits for its student',
    is: maxResumeDelayMs,
    promised: 30 * minute,
  },
  { limit: 'an action on Live can be undone', is: undoMs, promised: 10 * second },
  { limit: 'a release can be undone', is: releaseUndoMs, promised: 10 * second },
  { limit: 'warnings come before the end in warn mode', is: maxWarnings, promised: 2 },
  { limit: 'a short loss of the focus is forgiven', is: blurToleranceMs, promised: 500 },
  { limit: 'a silence is noted', is: silenceMs, promised: minute },
  { limit: 'a silence of one student is no incident', is: briefSilenceMs, promised: 3 * minute },
  { limit: 'Live shows a student as quiet', is: quietMs, promised: 15 * second },
  { limit: 'Live shows a student as offline', is: offlineMs, promised: minute },
  { limit: 'Live speaks its counts again', is: summaryPauseMs, promised: 10 * second },
  { limit: 'the starts of a class are spread', is: maxStartOffsetMs, promised: 3 * second },
  { limit: 'an emailed one-time password works', is: oneTimePasswordLifetimeMs, promised: 3 * day },
  { limit: 'a printed one-time password works', is: printedPasswordLifetimeMs, promised: 14 * day },
  { limit: 'a login waits for its second step', is: pendingLoginMs, promised: 5 * minute },
  { limit: 'wrong codes are allowed in it', is: maxCodeAttempts, promised: 5 },
  { limit: 'an ended session is listed', is: endedSessionMs, promised: 30 * day },
  { limit: 'a test has questions at most', is: maxQuestionsPerExam, promised: 500 },
  { limit: 'a test takes minutes at most', is: maxDurationMinutes, promised: 24 * 60 },
  { limit: 'students are imported at a time', is: maxImportRows, promised: 5_000 },
  { limit: 'attempts give a question figures', is: minAttemptsToAnalyse, promised: 10 },
  { limit: 'attempts make figures more than a hint', is: minAttemptsToTrust, promised: 30 },
])('$limit: $promised', ({ is, promised }) => {
  expect(is).toBe(promised)
})

it('a device whose clock is ahead numbers its answers at most a minute ahead', () => {
  const now = 1_800_000_000_000
  expect(limitSequence(now + minute, now)).toBe(now + minute)
  expect(limitSequence(now + minute + 1, now)).toBe(now + minute)
})

it('an answer that a device numbers a second after a pause began was chosen before it', () => {
  const pausedAt = 1_800_000_000_000
  expect(isChosenInPause({ pausedAt }, { sequence: pausedAt + second })).toBe(false)
  expect(isChosenInPause({ pausedAt }, { sequence: pausedAt + second + 1 })).toBe(true)
  expect(isChosenInPause({ pausedAt: null }, { sequence: pausedAt })).toBe(false)
})

it('an event waited on a device if it arrives more than ten seconds later', () => {
  expect(isLate({ at: 0, receivedAt: 10 * second })).toBe(false)
  expect(isLate({ at: 0, receivedAt: 10 * second + 1 })).toBe(true)
})

it('an opening is announced less than ten seconds late, or not at all', () => {
  expect(getOpeningAnnouncement(700, 591)).toBe('opens in 10 minutes.')
  expect(getOpeningAnnouncement(700, 590)).toBeNull()
})
