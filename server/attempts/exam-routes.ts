import type { StudentExam } from '#contract/exams.ts'
import * as contract from '#contract/exams.ts'
import { getLobby as getLobbyContract } from '#contract/lobby.ts'
import { getNews } from '#contract/news.ts'
import { countAttemptsLeft, isExtraAttempt, isWaiting } from '#core/attempts/attempt.ts'
import { getDurationWithExtraTimeMs, getSecondsLeft } from '#core/attempts/deadline.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { findEntryRefusal, resolveAccess } from '#core/exam-windows/window.ts'
import { getIntegrityMode, isFree, listImages, type Paper } from '#core/exams/exam.ts'
import { canStudentSeeResult } from '#core/grading/release.ts'
import { isRefusal, type Refusal, refuse } from '#core/refusal.ts'
import { audit } from '../audit-log/audit.ts'
import { selectPage } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { serializeAccess } from '../exam-windows/serialize.ts'
import { listWindowsByExam } from '../exam-windows/student-windows.ts'
import { hasEverExisted, markExamDeleted } from '../exams/deletion-queries.ts'
import { getScripts } from '../exams/paper-scripts.ts'
import { type Exam, getPaper, getPapers, listExams, lockExam } from '../exams/queries.ts'
import { serializeExam } from '../exams/serialize.ts'
import { can } from '../http/authorize.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { isSecureContext } from '../http/request-origin.ts'
import { toInstant } from '../http/serialize.ts'
import type { Actor } from '../http/session.ts'
import { createLobbyLog } from '../presence/lobby-visits.ts'
import { findAccommodations } from '../students/queries.ts'
import type { AttemptRecord } from './attempt-record.ts'
import {
  countAnswers,
  countAttemptsByExam,
  countExtraAttempts,
  countRunningAttempts,
} from './count-queries.ts'
import { getLobby } from './get-lobby.ts'
import { createPollInterval, getNewsVersion } from './get-news.ts'
import { listAttempts, listVisibleRevisions } from './queries.ts'

/** Calls about exams whose answer depends on the attempts at them. */
export function examAttemptRoutes(bind: BindEndpoint, deps: Deps) {
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

  bind(contract.deleteExam, async ({ params, actor }) => {
    const refused = await deleteExam(deps, { id: params.id, actor })
    return refused ?? { message: 'Test deleted.' }
  })

  bind(contract.getImage, async ({ params, user, request, reply }) => {
    const isStaff = can(user, 'exams.edit') || can(user, 'results.read')
    const canSee = isStaff || (await isOnPaperOf(user.id, params.id))
    const png = canSee ? await images.load(params.id) : null
    if (!png) return refuse('image-not-found')
    // Logout cannot always clear the cache, and a shared machine must not keep images of a paper.
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

/** Newest first. */
async function listExamsForStaff({ db }: Deps): Promise<contract.Exam[]> {
  const exams = await listExams(db.read)
  const counts = await countAttemptsByExam(db.read)
  return exams.map((exam) => serializeExam(exam, counts.get(exam.id) ?? 0))
}

/**
 * Released exams, newest first, plus a withdrawn one that this student is still taking. One with
 * windows is shown to whom it has one for, and to those who have taken it.
 */
async function listExamsForStudent({ db, now }: Deps, studentId: string): Promise<StudentExam[]> {
  const at = now()
  const attempts = await listAttempts(db.read, studentId)
  const exams = await listExams(db.read)
  const granted = await countExtraAttempts(db.read, studentId)
  const { extraTimePercent, hasAssistiveTools } = await findAccommodations(db.read, studentId)
  const windowsByExam = await listWindowsByExam(db.read, studentId)
  const running = attempts.filter(({ finishedAt }) => finishedAt === null)
  const papers = await getPapers(
    db.read,
    running.map(({ revisionId }) => revisionId),
  )
  const released = exams.filter(({ releasedAt }) => releasedAt !== null)
  const scripts = await getScripts(
    db.read,
    [...released, ...running].map(({ revisionId }) => revisionId),
  )
  const waiting = running.filter((attempt) => isWaiting(attempt, at))
  const answered = await countAnswers(
    db.read,
    waiting.map(({ id }) => id),
  )
  return exams.flatMap((exam) => {
    const own = attempts.filter((attempt) => attempt.examId === exam.id)
    const runningAttempt = running.find((attempt) => attempt.examId === exam.id)
    if (exam.releasedAt === null && !runningAttempt) return []
    const windows = windowsByExam.get(exam.id)
    const access = windows && resolveAccess(windows, at)
    if (windows && !access && own.length === 0) return []
    const isExtra = isExtraAttempt(own.length, exam.attemptsAllowed)
    const canEnter = access
      ? findEntryRefusal(access, { isExtraAttempt: isExtra }) === null
      : windows === undefined
    const shown = runningAttempt ?? own[0]
    const ownScripts = scripts.get((runningAttempt ?? exam).revisionId) ?? []
    const left = countAttemptsLeft(own.length, exam.attemptsAllowed, granted.get(exam.id))
    return [
      {
        ...describePaper(
          exam,
          runningAttempt && papers.get(runningAttempt.revisionId),
          extraTimePercent,
        ),
        ...(hasAssistiveTools && { assistiveTools: true as const }),
        ...(ownScripts.length > 0 && { scripts: [...ownScripts] }),
        attemptsLeft: left,
        released: true as const,
        ...(access && { window: serializeAccess(access) }),
        attempt: shown
          ? describeAttempt(shown, exam, { at, answered: answered.get(shown.id) })
          : null,
        canStart: runningAttempt !== undefined || (left !== 0 && canEnter),
      },
    ]
  })
}

/** The running attempt at this exam or, if none runs, the newest one. */
function describeAttempt(
  attempt: AttemptRecord,
  { resultsReleasedAt }: Exam,
  { at, answered = 0 }: { at: number; answered: number | undefined },
): NonNullable<StudentExam['attempt']> {
  const { id, finishedAt, clockStartsAt } = attempt
  const endsAt = getDeadlineFrom(attempt, at)
  const isRunning = finishedAt === null
  const visibility = { resultsReleasedAt, isOver: !isRunning, hasRunningAttempt: isRunning }
  return {
    _id: id,
    status: isRunning ? 'In progress' : 'Completed',
    endsAt: toInstant(endsAt),
    secondsLeft: isRunning ? getSecondsLeft(endsAt, at) : 0,
    ...(isWaiting(attempt, at) && {
      waiting: { resumesBy: toInstant(clockStartsAt ?? at), answered },
    }),
    ...(attempt.pausedAt !== null && { paused: true as const }),
    ...(!attempt.isVoid && canStudentSeeResult(visibility) && { resultReleased: true as const }),
  }
}

/** A running attempt keeps the revision it started with. */
function describePaper(exam: Exam, paper: Paper | undefined, extraTimePercent: number) {
  const durationMinutes = paper?.durationMinutes ?? exam.durationMinutes
  const isFreePaper = paper ? isFree(paper) : exam.navigation === 'free'
  return {
    _id: exam.id,
    title: paper?.title ?? exam.title,
    numQuestions: paper?.questions.length ?? exam.questionCount,
    duration: durationMinutes,
    ownDurationSeconds: Math.round(
      getDurationWithExtraTimeMs(durationMinutes, extraTimePercent) / 1000,
    ),
    integrityMode: getIntegrityMode(paper ?? {}, exam),
    ...(isFreePaper && { navigation: 'free' as const }),
  }
}
