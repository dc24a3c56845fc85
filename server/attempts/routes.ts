import * as contract from '#contract/attempts.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import { dealQuestions, dealtQuestions } from './deal-questions.ts'
import { finishQuiz } from './finish-quiz.ts'
import { notePlace } from './note-place.ts'
import { parseAnswer } from './parse-answer.ts'
import { type Caller, createPlaceLog } from './place-log.ts'
import { startQuiz } from './start-quiz.ts'
import { submitAnswer } from './submit-answer.ts'

type FinishCall = {
  readonly studentId: string
  readonly attemptId: string
  readonly reason: string | undefined
  readonly claimedScore?: unknown
  readonly answers?: readonly contract.Answer[] | undefined
}

export function attemptRoutes(serve: BindEndpoint, deps: Deps) {
  const places = createPlaceLog(deps)

  serve(contract.startQuiz, async ({ user, params, request, reply }) => {
    const given = { studentId: user.id, examId: params.testId, caller: request }
    const started = await startQuiz(deps, places, given)
    if (isRefusal(started)) return started
    if (started.isNew) reply.code(201)
    return {
      quizAttemptId: started.attempt.id,
      startTime: toInstant(started.attempt.startedAt),
      endsAt: toInstant(started.attempt.endsAt),
      serverTime: toInstant(started.at),
    }
  })

  serve(contract.getQuestions, async ({ user, params, request }) => {
    const dealt = await dealQuestions(deps, { studentId: user.id, examId: params.testId })
    if (isRefusal(dealt)) return dealt
    const { attempt, paper, integrityMode, ownDurationMs, at } = dealt
    await notePlace(deps, places, { attemptId: attempt.id, caller: request, at })
    return {
      quizAttemptId: attempt.id,
      title: paper.title,
      duration: paper.durationMinutes,
      ownDurationSeconds: Math.round(ownDurationMs / 1000),
      endsAt: toInstant(attempt.endsAt),
      serverTime: toInstant(at),
      integrityMode,
      questions: dealtQuestions(attempt, paper),
    }
  })

  serve(contract.submitAnswer, async ({ user, params, body, request }) => {
    const taken = await submitAnswer(deps, places, {
      studentId: user.id,
      examId: params.testId,
      attemptId: params.attemptId,
      ...parseAnswer(body),
      caller: request,
    })
    if (isRefusal(taken)) return taken
    return {
      message: 'Answer saved.',
      answered: taken.answered,
      totalQuestions: taken.total,
      endsAt: toInstant(taken.endsAt),
      serverTime: toInstant(taken.at),
    }
  })

  serve(contract.finishQuiz, ({ user, params, body, request }) =>
    finish(request, {
      studentId: user.id,
      attemptId: params.attemptId,
      reason: body.reason ?? undefined,
      answers: body.answers,
      claimedScore: body.score,
    }),
  )

  serve(contract.finishExpiredQuiz, ({ user, params, body, request }) =>
    finish(request, {
      studentId: user.id,
      attemptId: params.attemptId,
      reason: undefined,
      answers: body.answers,
      claimedScore: body.score,
    }),
  )

  async function finish(caller: Caller, { answers = [], ...rest }: FinishCall) {
    const given = { ...rest, answers: answers.map(parseAnswer), caller }
    const finished = await finishQuiz(deps, places, given)
    return isRefusal(finished) ? finished : { message: 'Quiz finished.', ...finished }
  }
}
