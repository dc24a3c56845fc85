import type { PendingAnswer as Pending } from '#core/quiz-session/effects.ts'

/** The option's place as presented. The session never looks into it: this file alone does. */
export type Answer = number
export type PendingAnswer = Pending<Answer>

/** As the server takes it, and as the device keeps it. */
export type AnswerBody = {
  readonly questionId: string
  readonly selectedOption: number
  readonly sequence: number
}

export function toAnswerBody({ questionId, answer, sequence }: PendingAnswer): AnswerBody {
  return { questionId, selectedOption: answer, sequence }
}

export function readAnswerBody(body: AnswerBody): PendingAnswer {
  return { questionId: body.questionId, answer: body.selectedOption, sequence: body.sequence }
}
