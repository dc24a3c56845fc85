/** The last of what was said of one thing; the highest sequence wins, an equal one changes nothing. */
type Numbered<T> = { readonly value: T; readonly sequence: number }

/** State of one question of a free paper. Each part has sequences of its own. */
export type QuestionProgress<A> = {
  /** A null value was cleared. */
  readonly answer: Numbered<A | null> | null
  readonly mark: Numbered<boolean> | null
  /** The sequence at which it was last shown. */
  readonly seen: number | null
}

/** A student's change to a question other than an answer, sent in an answer's place. */
export type QuestionNote =
  | { readonly cleared: true }
  | { readonly marked: boolean }
  | { readonly seen: true }

export const untouched: QuestionProgress<never> = { answer: null, mark: null, seen: null }

export function isNote(answer: unknown): answer is QuestionNote {
  if (typeof answer !== 'object' || answer === null) return false
  return ['cleared', 'marked', 'seen'].some((field) => field in answer)
}

/** The part of a question's progress that an answer or a note replaces. */
export function getChangedPart(answer: unknown): keyof QuestionProgress<unknown> {
  if (!isNote(answer) || 'cleared' in answer) return 'answer'
  return 'marked' in answer ? 'mark' : 'seen'
}

/** The same progress again where something newer is known already. */
export function applyChange<A>(
  progress: QuestionProgress<A>,
  answer: A | QuestionNote,
  sequence: number,
): QuestionProgress<A> {
  const part = getChangedPart(answer)
  if (getSequence(progress, part) >= sequence) return progress
  if (!isNote(answer)) return { ...progress, answer: { value: answer, sequence } }
  if ('cleared' in answer) return { ...progress, answer: { value: null, sequence } }
  if ('marked' in answer) return { ...progress, mark: { value: answer.marked, sequence } }
  return { ...progress, seen: sequence }
}

/** Keeps the newer version of each part; the first where both are the same. */
export function mergeProgress<A>(
  one: QuestionProgress<A>,
  other: QuestionProgress<A>,
): QuestionProgress<A> {
  return {
    answer: isNewer(other, one, 'answer') ? other.answer : one.answer,
    mark: isNewer(other, one, 'mark') ? other.mark : one.mark,
    seen: isNewer(other, one, 'seen') ? other.seen : one.seen,
  }
}

/** -1 if nothing is known of this part. */
export function getSequence(
  progress: QuestionProgress<unknown>,
  part: keyof QuestionProgress<unknown>,
): number {
  return (part === 'seen' ? progress.seen : progress[part]?.sequence) ?? -1
}

function isNewer(
  one: QuestionProgress<unknown>,
  other: QuestionProgress<unknown>,
  part: keyof QuestionProgress<unknown>,
): boolean {
  return getSequence(one, part) > getSequence(other, part)
}

export const questionStates = ['answered', 'seen', 'marked', 'not-seen', 'answered-marked'] as const
export type QuestionState = (typeof questionStates)[number]

/** One marked without an answer is `marked`. */
export function getQuestionState(progress: QuestionProgress<unknown> = untouched): QuestionState {
  const isAnswered = progress.answer !== null && progress.answer.value !== null
  if (progress.mark?.value) return isAnswered ? 'answered-marked' : 'marked'
  if (isAnswered) return 'answered'
  return progress.seen === null && progress.answer === null ? 'not-seen' : 'seen'
}

/** The question that was shown last; undefined before the first. */
export function findPlace(
  progress: Iterable<readonly [string, QuestionProgress<unknown>]>,
): string | undefined {
  let place: string | undefined
  let last = -1
  for (const [questionId, { seen }] of progress) {
    if (seen === null || seen <= last) continue
    place = questionId
    last = seen
  }
  return place
}
