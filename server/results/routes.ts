import * as late from '#contract/late-answers.ts'
import { describeQueuedEmails } from '#contract/queued-emails.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import { toPercentage } from '#core/grading/percentage.ts'
import { getScoreAccess, getSecondsToUndo } from '#core/grading/release.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { findKeyReveal, noReveal } from '../attempts/key-guard.ts'
import { selectPage, withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { findStudent } from '../students/queries.ts'
import { answerKeyRoutes } from './answer-key-routes.ts'
import { listAttemptsByExam } from './attempts-by-exam.ts'
import { decideLateAnswers, getLateAnswers } from './decide-late-answers.ts'
import { exportAttempts } from './export-attempts.ts'
import {
  getAnswerSheet,
  getFinishedAnswerSheet,
  getOwnResult,
  listOwnAttempts,
} from './get-answer-sheet.ts'
import { listAttempts } from './list-attempts.ts'
import { listVisibleAttempts, serializePage, serializeRows } from './list-visible-attempts.ts'
import { findAttempts } from './queries.ts'
import { getReleaseProgress, releaseResults, unreleaseResults } from './release-results.ts'
import { toReleaseState } from './release-state.ts'
import { resendResult } from './resend-result.ts'
import { getScoreStatistics } from './score-statistics.ts'

export function resultRoutes(bind: BindEndpoint, deps: Deps) {
  answerKeyRoutes(bind, deps)
  const { db, now } = deps

  bind(contract.listOwnAttempts, async ({ user, query }) =>
    selectPage(await listOwnAttempts(deps, user.id), query, {
      name: ({ testTitle }) => testTitle,
      score: ({ score }) => score,
    }),
  )

  bind(contract.getOwnResult, ({ user, params }) =>
    getOwnResult(deps, { studentId: user.id, attemptId: params.attemptId }),
  )

  bind(contract.listAttempts, async ({ user, query }) => {
    const { permissions } = user
    return getScoreAccess(permissions) === 'all' && query.batch === undefined
      ? serializePage(deps, await listAttempts(db.read, query), permissions)
      : listVisibleAttempts(deps, { permissions }, query)
  })

  bind(contract.listAttemptsByExam, async ({ user, query }) => {
    const access = getScoreAccess(user.permissions)
    const page = await listAttemptsByExam(db.read, { ...query, access })
    const rows = page.rows.map(({ examId, title, ...figures }) => ({
      testId: examId,
      testTitle: title,
      ...figures,
    }))
    return withRows(page, rows)
  })

  bind(contract.listExamAttempts, async ({ user, params, query }) => {
    if (!(await findExam(db.read, params.testId))) return refuse('test-not-found')
    return listVisibleAttempts(
      deps,
      { examId: params.testId, permissions: user.permissions },
      query,
    )
  })

  bind(contract.getScoreStatistics, async ({ user, params, query }) => {
    if (!(await findExam(db.read, params.testId))) return refuse('test-not-found')
    const access = getScoreAccess(user.permissions)
    return getScoreStatistics(db.read, params.testId, { access, batchId: query.batch })
  })

  bind(contract.exportExamAttempts, ({ user, params, query, actor }) =>
    exportAttempts(deps, {
      testId: params.testId,
      query,
      actor,
      canExportStudents: user.permissions.includes('students.export'),
    }),
  )

  bind(contract.listStudentAttempts, async ({ user, params, query }) => {
    if (!(await findStudent(db.read, params.studentId))) return refuse('student-not-found')
    return listVisibleAttempts(
      deps,
      { studentId: params.studentId, permissions: user.permissions },
      query,
    )
  })

  bind(contract.getScoreDetails, async ({ params }) => {
    const key = { examId: params.testId, studentId: params.studentId }
    const sheet = await getFinishedAnswerSheet(deps, key)
    if (isRefusal(sheet)) return sheet
    const { item, attempt, responses } = sheet
    return {
      studentName: attempt.studentName,
      score: item.score ?? 0,
      percentage: toPercentage(item.score ?? 0, attempt.totalQuestions),
      totalQuestions: attempt.totalQuestions,
      finishReason: attempt.finishReason ?? '',
      responses,
    }
  })

  bind(contract.getAnswers, async ({ params, query }) => {
    const scope = { examId: params.testId, studentId: params.studentId }
    const sheet = await getAnswerSheet(deps, { ...scope, attemptId: query.attempt })
    if (isRefusal(sheet)) return sheet
    const { item, attempt, responses } = sheet
    const { rows } = await findAttempts(db.read, scope)
    return {
      answers: responses,
      student: {
        _id: item.studentId,
        name: item.studentName,
        ...(item.studentRollNumber !== null && { rollNumber: item.studentRollNumber }),
        email: item.studentEmail,
      },
      test: { _id: item.examId, title: attempt.testTitle, duration: attempt.testDuration },
      attempts: await serializeRows(deps, rows, 'all'),
    }
  })

  bind(resultRelease.releaseResults, async ({ params, body, actor }) => {
    const { confirm } = body ?? {}
    const released = await releaseResults(deps, { examId: params.testId, confirm, actor })
    return isRefusal(released) ? released : { message: 'Sending...' as const, ...released }
  })

  bind(resultRelease.getReleaseProgress, async ({ params }) => {
    const exam = await findExam(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    const progress = await getReleaseProgress(db.read, exam)
    const seconds = getSecondsToUndo(exam.resultsReleasedAt, now())
    // The page polls this while emails leave, and a release shows no more than it has by then.
    const reveal = exam.resultsReleasedAt
      ? noReveal
      : await findKeyReveal(db.read, exam, { kind: 'release' }, now())
    const isMailSetUp = deps.mail.isSetUp
    const state = toReleaseState(progress, isMailSetUp)
    return { ...progress, ...state, isMailSetUp, secondsToUndo: seconds, ...reveal }
  })

  bind(resultRelease.unreleaseResults, ({ params, body, actor }) =>
    unreleaseResults(deps, { examId: params.testId, why: body.why, actor }),
  )

  bind(resultRelease.resendResult, async ({ params, actor }) => {
    const sent = await resendResult(deps, { attemptId: params.attemptId, actor })
    if (isRefusal(sent)) return sent
    const already = sent.isQueued ? '' : ' already'
    return {
      message: deps.mail.isSetUp
        ? `The result is on its way to ${sent.address}${already}.`
        : `Mail is not set up: the result for ${sent.address} goes to the outbox folder${already}.`,
    }
  })

  bind(late.listLateAnswers, ({ params }) => getLateAnswers(deps, params.attemptId))

  bind(late.decideLateAnswers, async ({ params, body, actor }) => {
    const decided = await decideLateAnswers(deps, { ...params, ...body, actor })
    if (isRefusal(decided)) return decided
    const done = body.decision === 'accepted' ? 'Late answers accepted.' : 'Late answers left out.'
    const queued = describeQueuedEmails(decided.mails, deps.mail.isSetUp)
    return { message: `${done} ${queued}`.trim(), ...decided }
  })
}
