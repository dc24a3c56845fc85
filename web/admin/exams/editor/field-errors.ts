import { createExam } from '#contract/exams.ts'
import { QuestionFields } from '#contract/questions/question-fields.ts'
import { validateQuestionText } from '#core/questions/question.ts'
import { getFieldRules } from '../../../client/client-endpoint.ts'
import { editorOf } from '../../../questions/kind-editors.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import {
  type FieldErrors,
  toFieldId,
  validateField,
  validateFields,
} from '../../../ui/form/form-state.ts'
import type { ExamDraft } from './exam-draft.ts'

/** The form of the fields above the questions; each question is one of its own, named by its key. */
export const basicsId = 'exam'

const { duration: durationRule, ...examRules } = getFieldRules(createExam)
/** The field starts with the default, so nobody leaves it empty on purpose. */
const basicRules = {
  ...examRules,
  duration: { ...durationRule, emptyMessage: durationRule?.numberMessage },
}
const questionRules = getFieldRules(QuestionFields)

export function validateBasics({ title, duration }: ExamDraft): FieldErrors {
  return omitUndefined(validateFields({ title, duration }, basicRules))
}

export function validateQuestion(question: QuestionDraft): FieldErrors {
  const { text, code } = question
  return omitUndefined({
    question: text.trim()
      ? validateField(text, questionRules.question)
      : validateQuestionText(text)[0]?.message,
    codeSnippet: code ? validateField(code, questionRules.codeSnippet) : undefined,
    ...editorOf(question).listErrors(question),
  })
}

function omitUndefined(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined))
}

/** The errors that a card shows now. */
export function getVisibleErrors(question: QuestionDraft): FieldErrors {
  return question.isChecked
    ? { ...question.reportedErrors, ...validateQuestion(question) }
    : question.reportedErrors
}

/** The fields at fault, from the top of the page down. */
export function listInvalidFields(draft: ExamDraft, basics: FieldErrors): readonly string[] {
  const basicFields = ['title', 'duration']
    .filter((field) => basics[field])
    .map((field) => toFieldId(basicsId, field))
  const questionFields = draft.questions.flatMap((question) => {
    const invalid = Object.keys(getVisibleErrors(question))
    return [...commonFields, ...editorOf(question).fields].flatMap((name) =>
      invalid.filter((field) => name.test(field)).map((field) => toFieldId(question.key, field)),
    )
  })
  return [...basicFields, ...questionFields]
}

const commonFields = [/^question/, /^codeSnippet/]

type RefusalFields = Readonly<Record<string, string>>

export type PlacedErrors = {
  readonly draft: ExamDraft
  readonly basics: FieldErrors
  /** About nothing that stands on the page. */
  readonly unplaced: readonly string[]
}

/** Puts `questions.0.options.2` and `optionimage_0_2` where they belong. */
export function placeReportedErrors(draft: ExamDraft, fields: RefusalFields): PlacedErrors {
  const basics: Record<string, string> = {}
  const byQuestion: Record<number, Record<string, string>> = {}
  const unplaced: string[] = []
  for (const [name, message] of Object.entries(fields)) {
    const place = parseFieldName(name, draft)
    if (name === 'title' || name === 'duration') basics[name] = message
    else if (place) byQuestion[place.index] = { [place.field]: message, ...byQuestion[place.index] }
    else unplaced.push(message)
  }
  const questions = draft.questions.map((question, index) =>
    byQuestion[index] ? { ...question, reportedErrors: byQuestion[index] } : question,
  )
  return { draft: { ...draft, questions }, basics, unplaced }
}

function parseFieldName(
  name: string,
  { questions }: ExamDraft,
): { index: number; field: string } | null {
  const [, at, path = ''] = /^questions\.(\d+)\.(.*)$/.exec(name) ?? toImageField(name)
  const index = Number(at)
  const question = questions[index]
  if (!question) return null
  if (/^(question|text)/.test(path))
    return { index, field: path.startsWith('questionimage') ? 'questionimage' : 'question' }
  const found = [/^codeSnippet/, ...editorOf(question).fields].map((own) => own.exec(path)?.[0])
  const field = found.find((one) => one !== undefined)
  return field === undefined ? null : { index, field }
}

/** `optionimage_0_2` is the field `optionimage.2` of question 0. */
function toImageField(name: string): readonly string[] {
  const [, part, index, option] = /^(questionimage|optionimage)_(\d+)(?:_(\d))?$/.exec(name) ?? []
  return part ? ['', index ?? '', option === undefined ? part : `${part}.${option}`] : []
}
