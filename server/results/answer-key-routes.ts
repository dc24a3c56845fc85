import * as grading from '#contract/grading.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { analyzeItems } from './analyze-items.ts'
import { correctAnswerKey, previewCorrection } from './correct-answer-key.ts'
import { exportItems } from './export-items.ts'

export function answerKeyRoutes(bind: BindEndpoint, deps: Deps) {
  const { db } = deps

  bind(grading.listItemAnalyses, async ({ params, query }) => {
    const exam = await findExam(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    const { id: examId, revisionId } = exam
    return analyzeItems(db.read, { examId, revisionId, batchId: query.batch })
  })

  bind(grading.exportItemAnalyses, ({ params, query }) =>
    exportItems(deps, { testId: params.testId, query }),
  )

  bind(grading.previewCorrection, ({ params, query }) =>
    previewCorrection(deps, { examId: params.testId, ...query }),
  )

  bind(grading.correctAnswerKey, async ({ params, body, actor }) => {
    const corrected = await correctAnswerKey(deps, { examId: params.testId, ...body, actor })
    if (isRefusal(corrected)) return corrected
    return { message: 'Answer corrected.', ...corrected }
  })
}
