import type { StudentExam } from '#contract/exams.ts'
import * as contract from '#contract/exams.ts'
import { getLobby as getLobbyContract } from '#contract/lobby.ts'
import { getNews } from '#contract/news.ts'
import { listImages } from '#core/exams/exam.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { countAttemptsByExam } from '../attempts/count-queries.ts'
import { listVisibleRevisions } from '../attempts/queries.ts'
import type { Db } from '../database/database.ts'
import { selectPage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { serializeAccess } from '../exam-windows/serialize.ts'
import { getPaper, listExams } from '../exams/queries.ts'
import { serializeExam } from '../exams/serialize.ts'
import { can } from '../http/authorize.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/request-origin.ts'
import { toInstant } from '../http/serialize.ts'
import { createLobbyLog } from '../presence/lobby-visits.ts'
import { getLobby } from './get-lobby.ts'
import { createPollInterval, getNewsVersion } from './get-news.ts'
import { listExamsForStudent } from './list-student-exams.ts'

/** Calls of a student's panel; a list and an image are asked for by staff as well. */
export function studentExamRoutes(bind: BindEndpoint, deps: Deps) {
  const { db, images } = deps

  bind(contract.listExams, async ({ user, query }) => {
    const exams = can(user, 'exams.edit')
      ? await listExamsForStaff(deps)
      : await listExamsForStudent(deps, user.id)
    return selectPage<contract.Exam | StudentExam>(exams, query, { name: ({ title }) => title })
  })

  const getPollInterval = createPollInterval(deps)

  bind(getNews, async ({ user, request, reply }) => {
    const pollAfterSeconds = await getPollInterval()
    const version = await getNewsVersion(db.read, user.id, deps.now())
    const tag = `"${version}.${pollAfterSeconds}"`
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) reply.code(304)
    return { version, pollAfterSeconds }
  })

  const lobbyLog = createLobbyLog(deps)

  bind(getLobbyContract, async ({ user, params }) => {
    const lobby = await getLobby(deps, { examId: params.testId, studentId: user.id })
    if (isRefusal(lobby)) return lobby
    const { exam, access, ownDurationMs, startOffsetMs, pollAfterSeconds, at } = lobby
    lobbyLog.note({ examId: exam.id, studentId: user.id, at, pollAfterSeconds })
    return {
      title: exam.title,
      numQuestions: exam.questionCount,
      duration: exam.durationMinutes,
      ownDurationSeconds: Math.round(ownDurationMs / 1000),
      window: access && serializeAccess(access),
      startOffsetMs,
      serverTime: toInstant(at),
      pollAfterSeconds,
    }
  })

  bind(contract.getImage, async ({ params, user, request, reply }) => {
    const isStaff = can(user, 'exams.edit') || can(user, 'results.read')
    const canSee = isStaff || (await isOnPaperOf(db.read, user.id, params.id))
    const png = canSee ? await images.load(params.id) : null
    if (!png) return refuse('image-not-found')
    // Logout cannot always clear the cache, and a shared machine must not keep images of a paper.
    const isCleared = isSecureContext(request, deps)
    reply.header('cache-control', isCleared ? 'private, max-age=3600' : 'no-store')
    return png
  })
}

/** Newest first. */
async function listExamsForStaff({ db }: Deps): Promise<contract.Exam[]> {
  const exams = await listExams(db.read)
  const counts = await countAttemptsByExam(db.read)
  return exams.map((exam) => serializeExam(exam, counts.get(exam.id) ?? 0))
}

/** On the paper of a running attempt, or of one whose result is visible. */
async function isOnPaperOf(db: Db, studentId: string, imageId: string) {
  for (const revisionId of await listVisibleRevisions(db, studentId)) {
    if (listImages(await getPaper(db, revisionId)).includes(imageId)) return true
  }
  return false
}
