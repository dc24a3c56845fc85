import type { FinishReason } from '#core/attempt.ts'

type Facts = {
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
export function closingWords({ finishReason, isLate, answered, total }: Facts): string {
  if (finishReason === 'Completed') {
    const saved = answered === total ? `all ${count(total)}` : count(answered)
    const are = answered === 1 && total > 1 ? 'is' : 'are'
    return `Your quiz is finished and ${saved} ${are} saved. ${later}`
  }
  const cause = causes[finishReason as FinishReason] ?? 'The quiz was ended'
  const sent = isLate
    ? 'so the quiz ended. What reached us before the end is saved.'
    : `so the quiz ended ${whatWasSent(answered)}.`
  const next =
    finishReason === 'Time expired'
      ? later
      : 'Thank you for taking part. If this was a mistake, speak to your trainer: they can see the reason below.'
  return `${cause}, ${sent} ${next}`
}

const later = 'You will see your score when the result is released.'

function whatWasSent(answered: number): string {
  if (answered === 0) return 'before a question was answered'
  return answered === 1 ? 'and your answer was sent' : `and your ${answered} answers were sent`
}

function count(answers: number): string {
  return answers === 1 ? '1 answer' : `${answers} answers`
}
