import * as contract from '#contract/attempts.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import { defaultKind } from '#core/questions/kinds.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { type Caller, createPlaceLog } from '../presence/place-log.ts'
import { createAnswerBatches } from './answer-batches.ts'
import { finishQuiz } from './finish-quiz.ts'
import { handOutPaper } from './hand-out-paper.ts'
import { keepLateAnswers } from './late-answers.ts'
import { toSubmittedAnswer } from './parse-answer.ts'
import { proctoringRoutes } from './proctoring-routes.ts'
import { recordNoticed } from './record-noticed.ts'
import { serializeSavedAnswer, serializeStart } from './serialize.ts'
import { startQuiz } from './start-quiz.ts'
import { submitAnswer } from './submit-answer.ts'

type FinishRequest = {
  readonly studentId: string
  readonly attemptId: string
  readonly reason: string | undefined
  readonly claimedScore?: unknown
  readonly answers?: readonly contract.Answer[] | undefined
}

export function attemptRoutes(bind: BindEndpoint, deps: Deps, contacts: ContactLog) {
  const places = createPlaceLog(deps)
  proctoringRoutes(bind, deps, contacts)
  const submitTogether = deps.db.engine === 'postgres' ? createAnswerBatches(deps, places) : null

  bind(contract.startQuiz, async ({ user, params, body, request, reply }) => {
    const started = await startQuiz(deps, places, {
      studentId: user.id,
      examId: params.testId,
      knownKinds: body?.kinds ?? [defaultKind],
      acknowledgesWarnings: body?.acknowledgesWarnings ?? false,
      hasWindowGap: body?.windowGap ?? false,
      hasNoReloadPrompt: body?.noReloadPrompt ?? false,
      caller: request,
    })
    if (isRefusal(started)) return started
    if (started.isNew) reply.code(201)
    return serializeStart(started)
  })

  bind(contract.getQuestions, ({ user, params, request }) =>
    handOutPaper(
      { ...deps, places, contacts },
      { studentId: user.id, examId: params.testId, caller: request },
    ),
  )

  bind(contract.submitAnswer, async ({ user, params, body, request }) => {
    const input = {
      studentId: user.id,
      examId: params.testId,
      attemptId: params.attemptId,
      ...toSubmittedAnswer(body),
      caller: request,
    }
    const together = submitTogether && (await submitTogether(input))
    const saved = together ?? (await submitAnswer(deps, places, input))
    if (isRefusal(saved)) return saved
    contacts.touch({ ...saved, id: params.attemptId }, saved.at)
    return serializeSavedAnswer(saved)
  })

  bind(contract.finishQuiz, ({ user, params, body, request }) =>
    finish(request, {
      studentId: user.id,
      attemptId: params.attemptId,
      reason: body.reason ?? undefined,
      answers: body.answers,
      claimedScore: body.score,
    }),
  )

  bind(contract.finishExpiredQuiz, ({ user, params, body, request }) =>
    finish(request, {
      studentId: user.id,
      attemptId: params.attemptId,
      reason: undefined,
      answers: body.answers,
      claimedScore: body.score,
    }),
  )

  bind(sendLateAnswers, async ({ user, params, body }) => {
    const kept = await keepLateAnswers(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      answers: body.answers.map(toSubmittedAnswer),
    })
    if (isRefusal(kept)) return kept
    contacts.touch({ id: params.attemptId, clockStartsAt: null }, deps.now())
    await recordNoticed(deps, contacts, params.attemptId)
    return kept
  })

  async function finish(caller: Caller, { answers = [], ...rest }: FinishRequest) {
    const input = { ...rest, answers: answers.map(toSubmittedAnswer), caller }
    const finished = await finishQuiz(deps, places, input)
    await recordNoticed(deps, contacts, rest.attemptId)
    contacts.forget(rest.attemptId)
    return isRefusal(finished) ? finished : { message: 'Quiz finished.', ...finished }
  }
}
