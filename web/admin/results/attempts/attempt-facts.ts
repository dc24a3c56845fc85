import { createSearchParams, generatePath } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { Attempt } from '#contract/results.ts'

export function isRunning({ endTime }: Attempt): boolean {
  return endTime === null
}

export function getAnswerSheetLink({ testId, studentId, _id }: Attempt) {
  const pathname = generatePath(pagePaths.studentAnswers, { testId, studentId })
  return { pathname, search: createSearchParams({ attempt: _id }).toString() }
}
