import type { FastifyReply } from 'fastify'
import * as contract from '#contract/results.ts'
import { getSecondsToUndo } from '#core/grading/release.ts'
import { isRefusal, refuse } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import { examById, papersOf } from '../exams/store.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { findStudent } from '../students/queries.ts'
import { listAllSittings } from './all-attempts.ts'
import { finishedSheet, namedOrNewestSheet, ownAttempts, ownResult } from './answer-sheet.ts'
import { exportAttempts } from './export-attempts.ts'
import { listGroups } from './groups.ts'
import { releaseResult } from './release-result.ts'
import { listSittings, type Query } from './store.ts'
import { takeBackResult } from './take-back-result.ts'
import { testFigures } from './test-figures.ts'
import { attemptOf } from './wire.ts'

export function resultRoutes(serve: BindEndpoint, deps: Deps) {
  const { db, mail, now } = deps

  serve(contract.listOwnAttempts, ({ user }) => ownAttempts(deps, user.id))

  serve(contract.getOwnResult, ({ user, params }) =>
    ownResult(deps, { studentId: user.id, attemptId: params.attemptId }),
  )

  serve(contract.listAttempts, async ({ query, reply }) => {
    const { rows, total } = await listAllSittings(db.read, query)
    reply.header('X-Total-Count', String(total))
    return toWire(rows)
  })

  serve(contract.listAttemptsByExam, async ({ query, reply }) => {
    const { groups, total } = await listGroups(db.read, query)
    reply.header('X-Total-Count', String(total))
    return groups.map(({ examId, title, ...figures }) => ({
      testId: examId,
      testTitle: title,
      ...figures,
    }))
  })

  serve(contract.listExamAttempts, async ({ params, query, reply }) => {
    if (!(await examById(db.read, params.testId))) return refuse('test-not-found')
    return attempts({ examId: params.testId }, query, reply)
  })

  serve(contract.getScoreStatistics, async ({ params }) => {
    if (!(await examById(db.read, params.testId))) return refuse('test-not-found')
    return testFigures(db.read, params.testId)
  })

  serve(contract.exportExamAttempts, ({ params, query, actor }) =>
    exportAttempts(deps, { testId: params.testId, query, actor }),
  )

  serve(contract.listStudentAttempts, async ({ params, query, reply }) => {
    if (!(await findStudent(db.read, params.studentId))) return refuse('student-not-found')
    return attempts({ studentId: params.studentId }, query, reply)
  })

  serve(contract.getScoreDetails, async ({ params }) => {
    const given = { examId: params.testId, studentId: params.studentId }
    const sheet = await finishedSheet(deps, given)
    if (isRefusal(sheet)) return sheet
    const { attempt, responses } = sheet
    return {
      studentName: attempt.studentName,
      score: attempt.score ?? 0,
      percentage: attempt.percentage ?? 0,
      totalQuestions: attempt.totalQuestions,
      finishReason: attempt.finishReason ?? '',
      responses,
    }
  })

  serve(contract.getAnswers, async ({ params, query }) => {
    const scope = { examId: params.testId, studentId: params.studentId }
    const sheet = await namedOrNewestSheet(deps, { ...scope, attemptId: query.attempt })
    if (isRefusal(sheet)) return sheet
    const { sitting, attempt, responses } = sheet
    const { rows } = await listSittings(db.read, scope)
    return {
      answers: responses,
      student: { _id: sitting.studentId, name: sitting.studentName, email: sitting.studentEmail },
      test: { _id: sitting.examId, title: attempt.testTitle, duration: attempt.testDuration },
      attempts: await toWire(rows),
    }
  })

  serve(contract.releaseResults, async ({ params, actor }) => {
    const released = await releaseResult(deps, { examId: params.testId, actor })
    if (isRefusal(released)) return released
    return { message: 'Sending...' as const, queued: released.queued }
  })

  serve(contract.getReleaseProgress, async ({ params }) => {
    const exam = await examById(db.read, params.testId)
    if (!exam) return refuse('test-not-found')
    const progress = await mail.getResultProgress(db.read, exam.id)
    const seconds = getSecondsToUndo(exam.resultsReleasedAt, deps.now())
    return { ...progress, ...stateOf(progress), secondsToUndo: seconds }
  })

  serve(contract.unreleaseResults, ({ params, body, actor }) =>
    takeBackResult(deps, { examId: params.testId, why: body.why, actor }),
  )

  async function attempts(
    scope: { examId?: string; studentId?: string },
    query: Query,
    reply: FastifyReply,
  ) {
    const { rows, total } = await listSittings(db.read, scope, query)
    reply.header('X-Total-Count', String(total))
    return toWire(rows)
  }

  async function toWire(rows: Awaited<ReturnType<typeof listSittings>>['rows']) {
    const papers = await papersOf(
      db.read,
      rows.map(({ revisionId }) => revisionId),
    )
    const at = now()
    return rows.flatMap((sitting) => {
      const paper = papers.get(sitting.revisionId)
      return paper ? [attemptOf(sitting, paper, at)] : []
    })
  }
}

function stateOf({ total, sent, failed }: { total: number; sent: number; failed: number }) {
  if (total === 0) return { state: 'idle' as const, message: 'No result emails were asked for.' }
  if (sent + failed < total) return { state: 'sending' as const, message: 'Sending...' }
  return failed > 0
    ? { state: 'failed' as const, message: 'Failed to send result emails.' }
    : { state: 'done' as const, message: 'Result emails sent successfully.' }
}
