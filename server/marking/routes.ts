import * as contract from '#contract/grading.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { examById } from '../exams/store.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { correctAnswer, previewCorrection } from './correct-answer.ts'
import { listItems } from './list-items.ts'

export function markingRoutes(serve: BindEndpoint, deps: Deps) {
  const { db } = deps

  serve(contract.listItemAnalyses, async ({ params }) => {
    const exam = await examById(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    return listItems(db.read, { examId: exam.id, revisionId: exam.revisionId })
  })

  serve(contract.previewCorrection, ({ params, query }) =>
    previewCorrection(deps, { examId: params.testId, ...query }),
  )

  serve(contract.correctAnswerKey, async ({ params, body, actor }) => {
    const corrected = await correctAnswer(deps, { examId: params.testId, ...body, actor })
    if (isRefusal(corrected)) return corrected
    return { message: 'Answer corrected.', ...corrected }
  })
}
