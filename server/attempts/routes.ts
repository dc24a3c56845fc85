import * as contract from '#contract/attempts.ts'
import { sendLateAnswers } from '#contract/late-answers.ts'
import * as proctoring from '#contract/proctoring.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { isAway } from '#core/proctoring/policy.ts'
import { defaultKind } from '#core/questions/kinds.ts'
import { isRefusal } from '#core/refusal.ts'
import type { Deps } from '../deps.ts'
import type { BindEndpoint } from '../http/bind-endpoint.ts'
import { toInstant } from '../http/serialize.ts'
import type { ContactLog } from '../presence/contact-log.ts'
import { type Caller, createPlaceLog, recordPlace } from '../presence/place-log.ts'
import { acknowledgeWarning } from './acknowledge-warning.ts'
import { createAnswerBatches } from './answer-batches.ts'
import { getLiveFields } from './attempt-messages.ts'
import { finishQuiz } from './finish-quiz.ts'
import { createClock } from './get-clock.ts'
import { getQuestions, toPresentedQuestions, toWarnings } from './get-questions.ts'
import { keepLateAnswers } from './late-answers.ts'
import { toSubmittedAnswer } from './parse-answer.ts'
import { recordNoticed } from './record-noticed.ts'
import { reportEvent } from './report-event.ts'
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
  const getClock = createClock(deps, contacts)
  const submitTogether = deps.db.engine === 'postgres' ? createAnswerBatches(deps, places) : null

  bind(contract.startQuiz, async ({ user, params, body, request, reply }) => {
    const input = {
      studentId: user.id,
      examId: params.testId,
      knownKinds: body?.kinds ?? [defaultKind],
      acknowledgesWarnings: body?.acknowledgesWarnings ?? false,
      hasWindowGap: body?.windowGap ?? false,
      hasNoReloadPrompt: body?.noReloadPrompt ?? false,
      caller: request,
    }
    const started = await startQuiz(deps, places, input)
    if (isRefusal(started)) return started
    if (started.isNew) reply.code(201)
    return {
      quizAttemptId: started.attempt.id,
      startTime: toInstant(started.attempt.startedAt),
      endsAt: toInstant(getDeadlineFrom(started.attempt, started.at)),
      serverTime: toInstant(started.at),
    }
  })

  bind(contract.getQuestions, async ({ user, params, request }) => {
    const running = await getQuestions(deps, { studentId: user.id, examId: params.testId })
    if (isRefusal(running)) return running
    const {
      attempt,
      paper,
      imageSizes,
      integrityMode,
      ownDurationMs,
      hasAssistiveTools,
      warnings,
      progress,
      at,
    } = running
    await recordPlace(deps, places, { attemptId: attempt.id, caller: request, at })
    contacts.openPaper(attempt, request, at)
    await recordNoticed(deps, contacts, attempt.id)
    return {
      quizAttemptId: attempt.id,
      title: paper.title,
      duration: paper.durationMinutes,
      ownDurationSeconds: Math.round(ownDurationMs / 1000),
      endsAt: toInstant(getDeadlineFrom(attempt, at)),
      serverTime: toInstant(at),
      ...(await getLiveFields(deps.db.read, attempt)),
      integrityMode,
      ...(hasAssistiveTools && { assistiveTools: true }),
      ...(warnings && { warnings: toWarnings(warnings) }),
      ...(progress && { progress }),
      questions: toPresentedQuestions(attempt, paper),
      imageSizes,
    }
  })

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
    contacts.touch(params.attemptId, saved.at)
    return {
      message: 'Answer saved.',
      answered: saved.answered,
      totalQuestions: saved.total,
      endsAt: toInstant(saved.endsAt),
      serverTime: toInstant(saved.at),
    }
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
    contacts.touch(params.attemptId, deps.now())
    await recordNoticed(deps, contacts, params.attemptId)
    return kept
  })
  bind(proctoring.reportEvent, async ({ user, params, body }) => {
    const outcome = await reportEvent(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      kind: body.kind,
      happenedAt: Date.parse(body.at),
      durationMs: body.durationMs,
      answers: (body.answers ?? []).map(toSubmittedAnswer),
    })
    if (isRefusal(outcome)) return outcome
    contacts.touch(params.attemptId, deps.now())
    // A second report with its duration means that the page is back.
    if (isAway(body.kind))
      contacts.noteAway(
        params.attemptId,
        body.durationMs === undefined ? Date.parse(body.at) : null,
      )
    // A page whose attempt is over asks for nothing that would write it down.
    if (outcome.finished) await recordNoticed(deps, contacts, params.attemptId)
    return outcome
  })

  bind(proctoring.getAttemptClock, async ({ user, params, query, request }) => {
    const key = { studentId: user.id, attemptId: params.attemptId }
    const clock = await getClock(key, request, query.waiting ?? 0)
    if (isRefusal(clock)) return clock
    const { isRunning, endsAt, at, pollSeconds, elsewhere, live: liveFields } = clock
    return {
      status: isRunning ? ('In progress' as const) : ('Completed' as const),
      endsAt: toInstant(endsAt),
      serverTime: toInstant(at),
      ...liveFields,
      ...(pollSeconds !== null && { pollAfterSeconds: pollSeconds }),
      ...(elsewhere && { elsewhere }),
    }
  })

  bind(proctoring.acknowledgeWarning, ({ user, params, body }) =>
    acknowledgeWarning(deps, {
      studentId: user.id,
      attemptId: params.attemptId,
      number: body.number,
      readAt: Date.parse(body.at),
    }),
  )

  bind(proctoring.getServerTime, async () => ({ serverTime: toInstant(deps.now()) }))

  async function finish(caller: Caller, { answers = [], ...rest }: FinishRequest) {
    const input = { ...rest, answers: answers.map(toSubmittedAnswer), caller }
    const finished = await finishQuiz(deps, places, input)
    await recordNoticed(deps, contacts, rest.attemptId)
    contacts.forget(rest.attemptId)
    return isRefusal(finished) ? finished : { message: 'Quiz finished.', ...finished }
  }
}
