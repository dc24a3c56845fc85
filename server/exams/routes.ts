import * as deletedExams from '#contract/deleted-exams.ts'
import * as copies from '#contract/exam-copies.ts'
import * as contract from '#contract/exams.ts'
import type { Paper } from '#core/exams/exam.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getErasedAt, getRestorableCutoff } from '#core/students/retention.ts'
import type { Db } from '../database/database.ts'
import { selectPage } from '../database/pagination.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { createExam } from './create-exam.ts'
import { type DeleteExamDeps, deleteExam } from './delete-exam.ts'
import { type EraseExamDeps, eraseExam, restoreExam } from './deleted-exams.ts'
import { listDeletedExams } from './deletion-queries.ts'
import { duplicateExam } from './duplicate-exam.ts'
import { type Exam, findExam, getPaper } from './queries.ts'
import { serializeExamWithQuestions } from './serialize.ts'
import { type UpdateExamDeps, updateExam } from './update-exam.ts'

/** Attempts are a slice to the right, so the app passes in what is asked of them. */
type ExamRoutesDeps = DeleteExamDeps &
  EraseExamDeps &
  UpdateExamDeps & {
    /** By exam. */
    readonly countAttempts: (
      db: Db,
      examIds: readonly string[],
    ) => Promise<ReadonlyMap<string, number>>
  }

export function examRoutes(bind: BindEndpoint, deps: ExamRoutesDeps) {
  const { db, now, mail, countAttempts } = deps

  bind(contract.getExam, async ({ params }) => {
    const exam = await findExam(db.read, params.id)
    if (!exam) return refuse('test-not-found')
    return serialize(exam, await getPaper(db.read, exam.revisionId))
  })

  bind(contract.createExam, async ({ body, uploads, idempotencyKey: sentOnce, actor }) => {
    const saved = await createExam(deps, { body, uploads: uploads ?? {}, sentOnce, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test Created Successfully!',
      test: await serialize(saved.exam, saved.paper),
    }
  })

  bind(copies.duplicateExam, async ({ params, body, idempotencyKey: sentOnce, actor }) => {
    const { title } = body
    const saved = await duplicateExam(deps, { id: params.id, title, sentOnce, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test duplicated. It is not released.',
      test: await serialize(saved.exam, saved.paper),
    }
  })

  bind(contract.updateExam, async ({ params, body, uploads, actor }) => {
    const saved = await updateExam(deps, { id: params.id, body, uploads: uploads ?? {}, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test updated successfully!',
      test: await serialize(saved.exam, saved.paper),
      ...(saved.wouldReveal && { wouldReveal: saved.wouldReveal }),
    }
  })

  bind(contract.deleteExam, async ({ params, actor }) => {
    const refused = await deleteExam(deps, { id: params.id, actor })
    return refused ?? { message: 'Test deleted.' }
  })

  bind(deletedExams.listDeletedExams, async ({ query }) => {
    const exams = await listDeletedExams(db.read, getRestorableCutoff(now()))
    const counts = await countAttempts(
      db.read,
      exams.map(({ id }) => id),
    )
    const rows = exams.map((exam) => ({
      _id: exam.id,
      title: exam.title,
      numQuestions: exam.questionCount,
      attempts: counts.get(exam.id) ?? 0,
      deletedAt: toInstant(exam.deletedAt),
      erasedAt: toInstant(getErasedAt(exam.deletedAt)),
    }))
    return selectPage(rows, query, { name: ({ title }) => title })
  })

  bind(deletedExams.restoreExam, async ({ params, actor }) => {
    const refused = await restoreExam(deps, { id: params.id, actor })
    if (!refused) mail.wake()
    return refused ?? { message: 'Test restored.' }
  })

  bind(deletedExams.eraseExam, async ({ params, body, actor }) => {
    const title = await eraseExam(deps, { id: params.testId, title: body.title, actor })
    return isRefusal(title) ? title : { message: `${title} is erased for good.` }
  })

  async function serialize(exam: Exam, paper: Paper) {
    const counts = await countAttempts(db.read, [exam.id])
    return serializeExamWithQuestions(exam, paper, counts.get(exam.id) ?? 0)
  }
}
