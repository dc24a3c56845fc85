import * as contract from '#contract/exams.ts'
import { listImages } from '#core/exams/exam.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { getErasedAt, getRestorableCutoff } from '#core/students/recently-deleted.ts'
import { revisionsSeenBy } from '../attempts/store.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/secure-context.ts'
import { toInstant } from '../http/serialize.ts'
import { createTest } from './create-test.ts'
import { deleteTest } from './delete-test.ts'
import { listDeleted } from './deletion-store.ts'
import { listTestsForStudent } from './list-tests-for-student.ts'
import { restoreTest } from './restore-test.ts'
import { updateTest } from './save-test.ts'
import { examWithCount, listExams, paperOf } from './store.ts'
import { testOf, testWithQuestions } from './wire.ts'

export function examRoutes(serve: BindEndpoint, deps: Deps) {
  const { db, images, now, mail } = deps

  serve(contract.listExams, async ({ user }) => {
    if (user.role === 'admin') return (await listExams(db.read)).map(testOf)
    return listTestsForStudent(deps, user.id)
  })

  serve(contract.getExam, async ({ params }) => {
    const exam = await examWithCount(db.read, params.id)
    if (!exam) return refuse('test-not-found')
    return testWithQuestions(exam, await paperOf(db.read, exam.revisionId))
  })

  serve(contract.createExam, async ({ body, uploads, idempotencyKey: sentOnce, actor }) => {
    const saved = await createTest(deps, { body, uploads: uploads ?? {}, sentOnce, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test Created Successfully!',
      test: testWithQuestions(saved.exam, saved.paper),
    }
  })

  serve(contract.updateExam, async ({ params, body, uploads, actor }) => {
    const saved = await updateTest(deps, { id: params.id, body, uploads: uploads ?? {}, actor })
    if (isRefusal(saved)) return saved
    return {
      message: 'Test updated successfully!',
      test: testWithQuestions(saved.exam, saved.paper),
    }
  })

  serve(contract.deleteExam, async ({ params, actor }) => {
    const refused = await deleteTest(deps, { id: params.id, actor })
    return refused ?? { message: 'Test deleted.' }
  })

  serve(contract.listDeletedExams, async () =>
    (await listDeleted(db.read, getRestorableCutoff(now()))).map((exam) => ({
      _id: exam.id,
      title: exam.title,
      numQuestions: exam.questionCount,
      attempts: exam.attemptCount,
      deletedAt: toInstant(exam.deletedAt),
      erasedAt: toInstant(getErasedAt(exam.deletedAt)),
    })),
  )

  serve(contract.restoreExam, async ({ params, actor }) => {
    const refused = await restoreTest(deps, { id: params.id, actor })
    if (!refused) mail.wake()
    return refused ?? { message: 'Test restored.' }
  })

  serve(contract.getImage, async ({ params, user, request, reply }) => {
    const mayLook = user.role === 'admin' || (await isOnAPaperOf(user.id, params.id))
    const png = mayLook ? await images.load(params.id) : null
    if (!png) return refuse('image-not-found')
    // Where logout cannot clear the cache, a shared machine keeps no picture of a paper.
    const isCleared = isSecureContext(request, deps)
    reply.header('cache-control', isCleared ? 'private, max-age=3600' : 'no-store')
    return png
  })

  /** Running, or with a result that may be seen: both hold the paper, and nobody else does. */
  async function isOnAPaperOf(studentId: string, imageId: string) {
    for (const revisionId of await revisionsSeenBy(db.read, studentId)) {
      if (listImages(await paperOf(db.read, revisionId)).includes(imageId)) return true
    }
    return false
  }
}
