import * as contract from '#contract/attempts.ts'
import { isRefusal } from '#core/refusal.ts'
import { lateAnswer } from '../attempt-answers.ts'
import type { Deps } from '../deps.ts'
import type { Serve } from '../serve.ts'
import { instant } from '../wire.ts'
import { dealQuestions, dealtQuestions } from './deal-questions.ts'
import { finishQuiz } from './finish-quiz.ts'
import { startQuiz } from './start-quiz.ts'
import { submitAnswer } from './submit-answer.ts'

export function attemptRoutes(serve: Serve, deps: Deps) {
  serve(contract.startQuiz, async ({ user, params, reply }) => {
    const started = await startQuiz(deps, { studentId: user.id, examId: params.testId })
    if (isRefusal(started)) return started
    if (started.isNew) reply.code(201)
    return {
      quizAttemptId: started.attempt.id,
      startTime: instant(started.attempt.startedAt),
      endsAt: instant(started.attempt.endsAt),
      serverTime: instant(started.at),
    }
  })

  serve(contract.getQuestions, async ({ user, params }) => {
    const dealt = await dealQuestions(deps, { studentId: user.id, examId: params.testId })
    if (isRefusal(dealt)) return dealt
    const { attempt, paper, integrityMode, ownDurationMs, at } = dealt
    return {
      quizAttemptId: attempt.id,
      title: paper.title,
      duration: paper.durationMinutes,
      ownDurationSeconds: Math.round(ownDurationMs / 1000),
      endsAt: instant(attempt.endsAt),
      serverTime: instant(at),
      integrityMode,
      questions: dealtQuestions(attempt, paper),
    }
  })

  serve(contract.submitAnswer, async ({ user, params, body }) => {
    const taken = await submitAnswer(deps, {
      studentId: user.id,
      examId: params.testId,
      attemptId: params.attemptId,
      ...lateAnswer(body),
    })
    if (isRefusal(taken)) return taken
    return {
      message: 'Answer saved.',
      answered: taken.answered,
      totalQuestions: taken.total,
      endsAt: instant(taken.endsAt),
      serverTime: instant(taken.at),
    }
  })

  serve(contract.finishQuiz, ({ user, params, body }) =>
    finish(user.id, params.attemptId, body.answers, body.reason ?? undefined),
  )

  serve(contract.finishExpiredQuiz, ({ user, params, body }) =>
    finish(user.id, params.attemptId, body.answers, undefined),
  )

  async function finish(
    studentId: string,
    attemptId: string,
    answers: readonly contract.Answer[] = [],
    reason: string | undefined,
  ) {
    const given = { studentId, attemptId, reason, answers: answers.map(lateAnswer) }
    const finished = await finishQuiz(deps, given)
    return isRefusal(finished) ? finished : { message: 'Quiz finished.', ...finished }
  }
}
