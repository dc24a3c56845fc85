import type { Answer, Attempt } from './attempt.ts'
import { getChangedPart, isNote } from './free-paper.ts'

/** The decisions of staff on a late answer. Reopening makes it an answer. */
export type LateAnswerDecision = 'accepted' | 'left-out' | 'reopened'
/** The outcome; null until somebody decides. Not taken: its student had finished before. */
export type LateAnswerState = LateAnswerDecision | 'after-finish' | null

/** An answer that arrived after its attempt was over. It counts only if it is accepted. */
export type LateAnswerRecord = Answer & {
  readonly questionId: string
  readonly receivedAt: number
  readonly decision: LateAnswerState
  /** Counted until this one was accepted. */
  readonly replaced: Answer | null
}

type Answers = Attempt['answers']

/** A device that sends many at once numbers them on from the same moment. */
const numberingSlackMs = 1000

/**
 * Decides about an answer sent to an attempt that is over. `saved`: it counts already, or a newer
 * one does. The grace period is allowed here as well: a device's clock is not the server's. An
 * answer chosen on a second device after the student had finished on the first is not late: they
 * had the time, and ended it.
 */
export function classifyLateAnswer(
  attempt: Pick<Attempt, 'answers' | 'closesAt' | 'finishedAt' | 'finishReason'>,
  questionId: string,
  { value, sequence }: Answer,
): 'saved' | 'late' | 'declined' | 'after-finish' {
  const counted = attempt.answers[questionId]
  if (counted && (counted.sequence >= sequence || isSameValue(counted.value, value))) return 'saved'
  if (sequence > attempt.closesAt) return 'declined'
  const { finishReason, finishedAt } = attempt
  const isFinished = finishReason === 'Completed' && finishedAt !== null
  return isFinished && sequence > finishedAt + numberingSlackMs ? 'after-finish' : 'late'
}

/** Without notes, and without answers that their student cleared later. */
export function leaveOutNotes<
  Sent extends { readonly questionId: string; readonly sent: object; readonly sequence?: number },
>(answers: readonly Sent[]): Sent[] {
  const isReplaced = ({ questionId, sequence = 0 }: Sent) =>
    answers.some(
      (other) =>
        other.questionId === questionId &&
        isNote(other.sent) &&
        getChangedPart(other.sent) === 'answer' &&
        (other.sequence ?? 0) > sequence,
    )
  return answers.filter((one) => !isNote(one.sent) && !isReplaced(one))
}

/** When it was chosen, as far as the device's word can be true. */
export function getChosenAt(
  { startedAt }: Pick<Attempt, 'startedAt'>,
  { sequence, receivedAt }: Pick<LateAnswerRecord, 'sequence' | 'receivedAt'>,
): number {
  return Math.max(startedAt, Math.min(sequence, receivedAt))
}

/** False for an answer chosen on a device that did not know of the end. */
export function isChosenBeforeEnd(
  attempt: Pick<Attempt, 'startedAt' | 'finishedAt' | 'endsAt'>,
  late: Pick<LateAnswerRecord, 'sequence' | 'receivedAt'>,
): boolean {
  return getChosenAt(attempt, late) <= (attempt.finishedAt ?? attempt.endsAt) + numberingSlackMs
}

/** The answers with these counted, except where the student has a newer one. */
export function countLateAnswers(answers: Answers, late: readonly LateAnswerRecord[]): Answers {
  const newer = late.filter((one) => isNewer(one, answers[one.questionId]))
  return { ...answers, ...Object.fromEntries(newer.map((one) => [one.questionId, toAnswer(one)])) }
}

/** The answers as they were before any of these was accepted. */
export function leaveOutLateAnswers(answers: Answers, late: readonly LateAnswerRecord[]): Answers {
  const remaining = { ...answers }
  for (const { questionId, sequence, decision, replaced } of late) {
    if (decision !== 'accepted' || remaining[questionId]?.sequence !== sequence) continue
    if (replaced) remaining[questionId] = replaced
    else delete remaining[questionId]
  }
  return remaining
}

/** Equal answers give equal values, however they were sent. */
function isSameValue(one: Answer['value'], other: Answer['value']): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isNewer(late: LateAnswerRecord, counted: Answer | undefined): boolean {
  return !counted || late.sequence > counted.sequence
}

function toAnswer({ value, sequence }: LateAnswerRecord): Answer {
  return { value, sequence }
}
