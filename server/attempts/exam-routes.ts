import * as contract from '#contract/exams.ts'
import { listImages } from '#core/exams/exam.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import type { Deps } from '../deps.ts'
import { hasEverExisted, markExamDeleted } from '../exams/deletion-queries.ts'
import { getPaper, listExams, lockExam } from '../exams/queries.ts'
import { serializeExam } from '../exams/serialize.ts'
import { can } from '../http/authorize.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/request-origin.ts'
import type { Actor } from '../http/session.ts'
import { listExamsForStudent } from './list-exams-for-student.ts'
import { countRunningAttempts, listVisibleRevisions } from './queries.ts'

/** Calls about exams whose answer depends on the attempts at them. */
export function examAttemptRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, images } = deps

  bind(contract.listExams, async ({ user }) => {
    if (can(user, 'exams.edit')) return (await listExams(db.read)).map(serializeExam)
    return listExamsForStudent(deps, user.id)
  })

  bind(contract.deleteExam, async ({ params, actor }) => {
    const refused = await deleteExam(deps, { id: params.id, actor })
    return refused ?? { message: 'Test deleted.' }
  })

  bind(contract.getImage, async ({ params, user, request, reply }) => {
    const isStaff = can(user, 'exams.edit') || can(user, 'results.read')
    const canSee = isStaff || (await isOnPaperOf(user.id, params.id))
    const png = canSee ? await images.load(params.id) : null
    if (!png) return refuse('image-not-found')
    // Where logout cannot clear the cache, a shared machine must not keep images of a paper.
    const isCleared = isSecureContext(request, deps)
    reply.header('cache-control', isCleared ? 'private, max-age=3600' : 'no-store')
    return png
  })

  /** On the paper of a running attempt, or of one whose result is visible. */
  async function isOnPaperOf(studentId: string, imageId: string) {
    for (const revisionId of await listVisibleRevisions(db.read, studentId)) {
      if (listImages(await getPaper(db.read, revisionId)).includes(imageId)) return true
    }
    return false
  }
}

/** Deleting twice is not an error; deleting while an attempt runs is. */
async function deleteExam(
  deps: Deps,
  { id, actor }: { id: string; actor: Actor },
): Promise<Refusal<'test-not-found' | 'test-has-running-attempts'> | null> {
  return deps.db.write(async (tx) => {
    const exam = await lockExam(tx, id)
    if (!exam) return (await hasEverExisted(tx, id)) ? null : refuse('test-not-found')
    if ((await countRunningAttempts(tx, id)) > 0) return refuse('test-has-running-attempts')

    const at = deps.now()
    await markExamDeleted(tx, id, at)
    await audit(tx, deps, { actor, action: 'exam.deleted', subject: id }, at)
    return null
  })
}
