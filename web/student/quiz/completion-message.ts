import type { FinishReason } from '#core/attempts/attempt.ts'

type CompletionFacts = {
  readonly finishReason: string
  readonly isLate: boolean
  readonly answered: number
  readonly total: number
}

const causes: Partial<Record<FinishReason, string>> = {
  'Time expired': 'The time is over',
  'Auto submission': 'The quiz lost its window',
  'Page refreshed or closed': 'The page was refreshed or closed',
  'Developer tools opened': 'Developer tools were opened',
  'User pressed back button': 'The back button was pressed',
}

/** No score before release: only what was sent, and what happens next. */
export function getCompletionMessage({
  finishReason,
  isLate,
  answered,
  total,
}: CompletionFacts): string {
  if (finishReason === 'Completed') {
    return `Your quiz is finished and ${describeSaved(answered, total)}. ${laterText}`
  }
  const cause = causes[finishReason as FinishReason] ?? 'The quiz was ended'
  const sent = isLate
    ? 'so the quiz ended. What reached us before the end is saved.'
    : `so the quiz ended ${describeSent(answered)}.`
  const next =
    finishReason === 'Time expired'
      ? laterText
      : 'Thank you for taking part. If this was a mistake, speak to your trainer: they can see the reason below.'
  return `${cause}, ${sent} ${next}`
}

const laterText = 'You will see your score when the result is released.'

function describeSent(answered: number): string {
  if (answered === 0) return 'before a question was answered'
  return answered === 1 ? 'and your answer was sent' : `and your ${answered} answers were sent`
}

function describeSaved(answered: number, total: number): string {
  if (answered === 0) return 'no question was answered'
  if (total === 1) return 'your answer is saved'
  if (answered === total) return `all ${total} answers are saved`
  return answered === 1 ? '1 answer is saved' : `${answered} answers are saved`
}
