import * as late from '#contract/late-answers.ts'
import { describeQueuedEmails } from '#contract/queued-emails.ts'
import * as resultRelease from '#contract/result-release.ts'
import * as contract from '#contract/results.ts'
import { getScoreAccess } from '#core/grading/release.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import { selectPage, withRows } from '../database/pagination.ts'
import type { Deps } from '../deps.ts'
import { findExam } from '../exams/queries.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { hasStudent } from '../students/queries.ts'
import { answerKeyRoutes } from './answer-key-routes.ts'
import { listAttemptsByExam } from './attempts-by-exam.ts'
import { decideLateAnswers, getLateAnswers } from './decide-late-answers.ts'
import { exportAttempts } from './export-attempts.ts'
import { listAttempts } from './list-attempts.ts'
import { listVisibleAttempts, serializePage } from './list-visible-attempts.ts'
import { getOwnResult, listOwnAttempts } from './own-results.ts'
import { releaseResults, unreleaseResults } from './release-results.ts'
import { getReleaseProgress } from './release-state.ts'
import { describeResent, resendResult } from './resend-result.ts'
import { getScoreStatistics } from './score-statistics.ts'
import { getAnswers, getScoreDetails } from './staff-answer-sheet.ts'

export function resultRoutes(bind: BindEndpoint, deps: Deps) {
  answerKeyRoutes(bind, deps)
  const { db } = deps

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
    if (!(await hasStudent(db.read, params.studentId))) return refuse('student-not-found')
    return listVisibleAttempts(
      deps,
      { studentId: params.studentId, permissions: user.permissions },
      query,
    )
  })

  bind(contract.getScoreDetails, ({ params }) =>
    getScoreDetails(deps, { examId: params.testId, studentId: params.studentId }),
  )

  bind(contract.getAnswers, ({ params, query }) =>
    getAnswers(deps, {
      examId: params.testId,
      studentId: params.studentId,
      attemptId: query.attempt,
    }),
  )

  bind(resultRelease.releaseResults, async ({ params, body, actor }) => {
    const { confirm } = body ?? {}
    const released = await releaseResults(deps, { examId: params.testId, confirm, actor })
    return isRefusal(released) ? released : { message: 'Sending...' as const, ...released }
  })

  bind(resultRelease.getReleaseProgress, ({ params }) => getReleaseProgress(deps, params.testId))

  bind(resultRelease.unreleaseResults, ({ params, body, actor }) =>
    unreleaseResults(deps, { examId: params.testId, why: body.why, actor }),
  )

  bind(resultRelease.resendResult, async ({ params, actor }) => {
    const sent = await resendResult(deps, { attemptId: params.attemptId, actor })
    return isRefusal(sent) ? sent : { message: describeResent(sent, deps.mail.isSetUp) }
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
