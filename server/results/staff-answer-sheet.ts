import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import type { Attempt } from '#contract/results.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { getPaper } from '../exams/queries.ts'
import { serializeRows } from './list-visible-attempts.ts'
import { loadResponses } from './own-results.ts'
import { type AttemptListItem, findAttempt, findAttempts, findNewestFinished } from './queries.ts'
import { toAttempt } from './serialize.ts'

type AnswerSheet = {
  readonly item: AttemptListItem
  readonly attempt: Attempt
  readonly responses: AnswerSheetItem[]
}

type AnswerSheetKey = { readonly examId: string; readonly studentId: string }

/** The newest finished attempt with its score. */
export async function getScoreDetails(deps: Deps, key: AnswerSheetKey) {
  const sheet = await loadAnswerSheet(deps, await findNewestFinished(deps.db.read, key))
  if (isRefusal(sheet)) return sheet
  const { item, attempt, responses } = sheet
  return {
    studentName: attempt.studentName,
    score: item.score ?? 0,
    percentage: toPercentage(item.score ?? 0, attempt.totalQuestions),
    totalQuestions: attempt.totalQuestions,
    finishReason: attempt.finishReason ?? '',
    responses,
  }
}

/** The given attempt, else the newest finished one, else the running one; and a list of them all. */
export async function getAnswers(
  deps: Deps,
  { attemptId, ...key }: AnswerSheetKey & { readonly attemptId: string | undefined },
) {
  const { read } = deps.db
  const found = attemptId
    ? await findAttempt(read, { ...key, attemptId })
    : ((await findNewestFinished(read, key)) ?? (await findAttempt(read, key)))
  const sheet = await loadAnswerSheet(deps, found)
  if (isRefusal(sheet)) return sheet
  const { item, attempt, responses } = sheet
  const { rows } = await findAttempts(read, key)
  return {
    answers: responses,
    student: {
      _id: item.studentId,
      name: item.studentName,
      ...(item.studentRollNumber !== null && { rollNumber: item.studentRollNumber }),
      email: item.studentEmail,
    },
    test: { _id: item.examId, title: attempt.testTitle, duration: attempt.testDuration },
    attempts: await serializeRows(deps, rows, 'all'),
  }
}

async function loadAnswerSheet(
  deps: Deps,
  item: AttemptListItem | undefined,
): Promise<AnswerSheet | Refusal<'attempt-not-found'>> {
  if (!item) return refuse('attempt-not-found')
  const paper = await getPaper(deps.db.read, item.revisionId)
  const responses = await loadResponses(deps.db.read, item)
  return { item, attempt: toAttempt(item, paper, deps.now()), responses }
}
