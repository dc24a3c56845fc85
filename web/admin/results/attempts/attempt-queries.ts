import { listAttemptEvents, listTimeAdjustments } from '#contract/proctoring.ts'
import { getAnswers, getScoreDetails, listAttempts, listExamAttempts } from '#contract/results.ts'

/** What is read again after an attempt's time was changed. */
export const attemptQueries = [
  listExamAttempts,
  listAttempts,
  getAnswers,
  getScoreDetails,
  listAttemptEvents,
  listTimeAdjustments,
] as const
