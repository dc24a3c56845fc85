import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { getDeadlineFrom } from '#core/attempts/pause.ts'
import { presentQuestions } from '#core/attempts/presented-paper.ts'
import type { Paper } from '#core/exams/exam.ts'
import { kindOf, toWireKind } from '#core/questions/question.ts'
import { toInstant, toTextWithImage } from '../http/serialize.ts'
import type { AttemptRecord, AttemptWithAnswers } from './attempt-record.ts'
import type { AttemptClock } from './get-clock.ts'
import type { PendingWarnings, RunningPaper } from './get-questions.ts'
import { toWireWarning } from './proctoring-outcome.ts'

export function serializeStart({ attempt, at }: { attempt: AttemptRecord; at: number }) {
  return {
    quizAttemptId: attempt.id,
    startTime: toInstant(attempt.startedAt),
    endsAt: toInstant(getDeadlineFrom(attempt, at)),
    serverTime: toInstant(at),
  }
}

export function serializePaper({ attempt, paper, warnings, progress, at, ...rest }: RunningPaper) {
  return {
    quizAttemptId: attempt.id,
    title: paper.title,
    duration: paper.durationMinutes,
    ownDurationSeconds: Math.round(rest.ownDurationMs / 1000),
    endsAt: toInstant(getDeadlineFrom(attempt, at)),
    serverTime: toInstant(at),
    integrityMode: rest.integrityMode,
    ...(rest.hasAssistiveTools && { assistiveTools: true }),
    ...(warnings && { warnings: toWarnings(warnings) }),
    ...(progress && { progress }),
    questions: toPresentedQuestions(attempt, paper),
    imageSizes: rest.imageSizes,
  }
}

export function serializeSavedAnswer(saved: {
  readonly answered: number
  readonly total: number
  readonly endsAt: number
  readonly at: number
}) {
  return {
    message: 'Answer saved.',
    answered: saved.answered,
    totalQuestions: saved.total,
    endsAt: toInstant(saved.endsAt),
    serverTime: toInstant(saved.at),
  }
}

export function serializeClock({
  isRunning,
  endsAt,
  at,
  pollSeconds,
  elsewhere,
  live,
}: AttemptClock) {
  return {
    status: isRunning ? ('In progress' as const) : ('Completed' as const),
    endsAt: toInstant(endsAt),
    serverTime: toInstant(at),
    ...live,
    ...(pollSeconds !== null && { pollAfterSeconds: pollSeconds }),
    ...(elsewhere && { elsewhere }),
  }
}

function toWarnings({ counted, waiting, leftAt }: PendingWarnings) {
  return {
    counted,
    waiting: waiting && toWireWarning(waiting),
    leftAt: leftAt === null ? null : toInstant(leftAt),
  }
}

/** In the attempt's order, without the key. */
function toPresentedQuestions(attempt: AttemptWithAnswers, paper: Paper): PresentedQuestion[] {
  return presentQuestions(attempt, paper).map(({ question, options }) => {
    const presented = {
      ...toWireKind(question),
      _id: question.id,
      question: toTextWithImage(question),
      options: options.map(toTextWithImage),
      codeSnippet: question.codeSnippet,
      ...kindOf(question).toWireAnswer(question, attempt.answers[question.id]?.value),
    }
    // The answer's fields depend on the kind; the contract checks them on the way out.
    return presented as PresentedQuestion
  })
}
