import { listChanges, listEvents } from '#contract/exam-room.ts'
import { getAnswers, getScoreDetails, listAttempts, listTestAttempts } from '#contract/results.ts'

/** What is read again after an attempt's time was changed. */
export const touched = [
  listTestAttempts,
  listAttempts,
  getAnswers,
  getScoreDetails,
  listEvents,
  listChanges,
] as const
