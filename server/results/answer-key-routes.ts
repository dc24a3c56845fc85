import * as contract from '#contract/grading.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { analyzeItems } from './analyze-items.ts'
import { correctAnswerKey, previewCorrection } from './correct-answer-key.ts'

export function answerKeyRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps

  bind(contract.listItemAnalyses, async ({ params }) => {
    const exam = await findExam(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    return analyzeItems(db.read, { examId: exam.id, revisionId: exam.revisionId })
  })

  bind(contract.previewCorrection, ({ params, query }) =>
    previewCorrection(deps, { examId: params.testId, ...query }),
  )

  bind(contract.correctAnswerKey, async ({ params, body, actor }) => {
    const corrected = await correctAnswerKey(deps, { examId: params.testId, ...body, actor })
    if (isRefusal(corrected)) return corrected
    return { message: 'Answer corrected.', ...corrected }
  })
}
