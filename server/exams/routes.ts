import * as contract from '#contract/exams.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getErasedAt, getRestorableCutoff } from '#core/students/retention.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { createExam } from './create-exam.ts'
import { restoreExam } from './deleted-exams.ts'
import { listDeletedExams } from './deletion-queries.ts'
import { findExamWithCount, getPaper } from './queries.ts'
import { serializeExamWithQuestions } from './serialize.ts'
import { updateExam } from './update-exam.ts'

export function examRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, now, mail } = deps

  bind(contract.getExam, async ({ params }) => {
    const exam = await findExamWithCount(db.read, params.id)
    if (!exam) return refuse('test-not-found')
    return serializeExamWithQuestions(exam, await getPaper(db.read, exam.revisionId))
  })

  bind(contract.createExam, async ({ body, uploads, idempotencyKey: sentOnce, actor }) => {
    const saved = await createExam(deps, { body, uploads: uploads ?? {}, sentOnce, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test Created Successfully!',
      test: serializeExamWithQuestions(saved.exam, saved.paper),
    }
  })

  bind(contract.updateExam, async ({ params, body, uploads, actor }) => {
    const saved = await updateExam(deps, { id: params.id, body, uploads: uploads ?? {}, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test updated successfully!',
      test: serializeExamWithQuestions(saved.exam, saved.paper),
    }
  })

  bind(contract.listDeletedExams, async () =>
    (await listDeletedExams(db.read, getRestorableCutoff(now()))).map((exam) => ({
      _id: exam.id,
      title: exam.title,
      numQuestions: exam.questionCount,
      attempts: exam.attemptCount,
      deletedAt: toInstant(exam.deletedAt),
      erasedAt: toInstant(getErasedAt(exam.deletedAt)),
    })),
  )

  bind(contract.restoreExam, async ({ params, actor }) => {
    const refused = await restoreExam(deps, { id: params.id, actor })
    if (!refused) mail.wake()
    return refused ?? { message: 'Test restored.' }
  })
}
