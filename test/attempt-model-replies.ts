import type { ReplyOf } from '#contract/endpoint.ts'
import type { reportEvent } from '#contract/proctoring.ts'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'

/** Lists the chosen options on an answer sheet, whatever the kind. */
export function listChosen(item: AnswerSheetItem | undefined): readonly string[] {
  if (!item) return []
  if ('selectedAnswers' in item) return item.selectedAnswers ?? []
  return item.selectedAnswer === null ? [] : [item.selectedAnswer]
}

type ReplyWithFields = { readonly status: number; readonly json: object }

export function pickFields({ status, json }: ReplyWithFields, ...fields: string[]) {
  if (status !== 200) return { status }
  const all: Record<string, unknown> = { ...json }
  return { status, ...Object.fromEntries(fields.map((field) => [field, all[field]])) }
}

type OutcomeReply = {
  readonly status: number
  readonly json: ReplyOf<typeof reportEvent>
}

export function pickOutcome(reply: OutcomeReply) {
  const outcome = pickFields(reply, 'violations', 'remaining', 'finished')
  const { warning } = reply.json
  return reply.status === 200
    ? { ...outcome, warning: warning ? warning.number : warning }
    : outcome
}

export function pickEndsAt({
  status,
  json,
}: {
  status: number
  json: { endsAt: string; code?: string }
}) {
  return status === 200 ? { status, endsAt: Date.parse(json.endsAt) } : { status, code: json.code }
}
