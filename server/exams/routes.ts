import * as contract from '#contract/exams.ts'
import { listImages } from '#core/exams/exam.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getErasedAt, getRestorableCutoff } from '#core/students/recently-deleted.ts'
import { listVisibleRevisions } from '../attempts/queries.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/secure-context.ts'
import { toInstant } from '../http/serialize.ts'
import { createExam } from './create-exam.ts'
import { deleteExam } from './delete-exam.ts'
import { listDeletedExams } from './deletion-queries.ts'
import { listExamsForStudent } from './list-exams-for-student.ts'
import { findExamWithCount, getPaper, listExams } from './queries.ts'
import { restoreExam } from './restore-exam.ts'
import { serializeExam, serializeExamWithQuestions } from './serialize.ts'
import { updateExam } from './update-exam.ts'

export function examRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, images, now, mail } = deps

  bind(contract.listExams, async ({ user }) => {
    if (user.role === 'admin') return (await listExams(db.read)).map(serializeExam)
    return listExamsForStudent(deps, user.id)
  })

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

  bind(contract.deleteExam, async ({ params, actor }) => {
    const refused = await deleteExam(deps, { id: params.id, actor })
    return refused ?? { message: 'Test deleted.' }
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

  bind(contract.getImage, async ({ params, user, request, reply }) => {
    const canSee = user.role === 'admin' || (await isOnPaperOf(user.id, params.id))
    const png = canSee ? await images.load(params.id) : null
    if (!png) return refuse('image-not-found')
    // Where logout cannot clear the cache, a shared machine keeps no picture of a paper.
    const isCleared = isSecureContext(request, deps)
    reply.header('cache-control', isCleared ? 'private, max-age=3600' : 'no-store')
    return png
  })

  /** Running, or with a result that may be seen: both hold the paper, and nobody else does. */
  async function isOnPaperOf(studentId: string, imageId: string) {
    for (const revisionId of await listVisibleRevisions(db.read, studentId)) {
      if (listImages(await getPaper(db.read, revisionId)).includes(imageId)) return true
    }
    return false
  }
}
