import { toOptionLetter } from '../questions/option-list.ts'
import { kindOf, type Question } from '../questions/question.ts'
import type { Paper } from './exam.ts'

/** One part of one question before and after; null where it was not there. */
export type QuestionChange = {
  /**
   * Which part of which question, counted from 1 as in the new paper: `3.question`, `3.option-B`,
   * `3.key`. One that was removed counts as in the old paper. `order` is about all of them.
   */
  readonly part: string
  readonly from: string | null
  readonly to: string | null
}

/** In characters; enough to tell which text it is. */
const maxTextLength = 200

/** Lists an author's changes to the questions, matched by id. */
export function listQuestionChanges(before: Paper, after: Paper): QuestionChange[] {
  const old = new Map(before.questions.map((question) => [question.id, question]))
  const kept = new Set(after.questions.map(({ id }) => id))
  return [
    ...after.questions.flatMap((question, index) =>
      compareQuestions(index + 1, old.get(question.id), question),
    ),
    ...before.questions.flatMap((question, index) =>
      kept.has(question.id) ? [] : compareQuestions(index + 1, question, undefined),
    ),
    ...compareOrder(before, after),
  ]
}

function compareQuestions(
  number: number,
  before: Question | undefined,
  after: Question | undefined,
): QuestionChange[] {
  const isBoth = before !== undefined && after !== undefined
  const from = before ? listParts(before) : {}
  const to = after ? listParts(after) : {}
  const parts = isBoth ? [...new Set([...Object.keys(from), ...Object.keys(to)])] : ['question']
  return parts.flatMap((part) => {
    const [one = null, other = null] = [from[part], to[part]]
    const change = { part: `${number}.${part}`, from: shorten(one), to: shorten(other) }
    return one === other ? [] : [change]
  })
}

/** The parts of a question as texts. */
function listParts(question: Question): Record<string, string | null> {
  const kind = kindOf(question)
  const options = kind.listOptions(question)
  return {
    question: question.text,
    kind: question.kind,
    code: question.codeSnippet,
    picture: question.imageId,
    description: question.imageDescription ?? null,
    ...Object.fromEntries(
      options.flatMap(({ text, imageId, imageDescription = null }, index) => [
        [`option-${toOptionLetter(index)}`, text],
        [`picture-${toOptionLetter(index)}`, imageId],
        [`description-${toOptionLetter(index)}`, imageDescription],
      ]),
    ),
    key: kind.formatKey({ type: 'another-key', key: kind.getKey(question) }),
  }
}

/** As the old numbers of the questions that stayed, in their new order. */
function compareOrder(before: Paper, after: Paper): QuestionChange[] {
  const numbers = new Map(before.questions.map(({ id }, index) => [id, index + 1]))
  const order = after.questions.flatMap(({ id }) => numbers.get(id) ?? [])
  const sorted = order.toSorted((one, other) => one - other)
  if (order.every((number, index) => number === sorted[index])) return []
  return [{ part: 'order', from: shorten(sorted.join(' ')), to: shorten(order.join(' ')) }]
}

function shorten(text: string | null): string | null {
  if (text === null || text.length <= maxTextLength) return text
  return `${text.slice(0, maxTextLength).toWellFormed()}…`
}
