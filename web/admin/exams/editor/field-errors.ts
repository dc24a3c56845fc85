import { createExam } from '#contract/exams.ts'
import { QuestionFields } from '#contract/questions/question-fields.ts'
import { validateQuestionDraft } from '#core/questions/question.ts'
import { getFieldRules } from '../../../client/endpoint.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import {
  type FieldErrors,
  toFieldId,
  validateField,
  validateFields,
} from '../../../ui/form/form-state.ts'
import { type ExamDraft, listCorrectAnswers } from './exam-draft.ts'

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
  const { kind, text, code, options } = question
  const found = validateQuestionDraft({
    kind,
    text,
    options,
    correctAnswers: listCorrectAnswers(question),
  })
  const isMarked = options.some(({ isCorrect }) => isCorrect)
  // Marked, but still without words: the error shows where they are missing.
  const visible = found.filter(({ field }) => !field.startsWith('correct_answer') || !isMarked)
  return {
    ...omitUndefined({
      question: validateField(text, questionRules.question),
      codeSnippet: code ? validateField(code, questionRules.codeSnippet) : undefined,
      ...Object.fromEntries(
        options.map((option, at) => [
          `options.${at}`,
          option.text ? validateField(option.text, questionRules.options) : undefined,
        ]),
      ),
    }),
    ...Object.fromEntries(visible.map(({ field, message }) => [field, message])),
  }
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
    const errors = getVisibleErrors(question)
    const fields = Object.keys(errors)
    return fieldOrder.flatMap((start) =>
      fields
        .filter((field) => field.startsWith(start))
        .map((field) => toFieldId(question.key, field)),
    )
  })
  return [...basicFields, ...questionFields]
}

const fieldOrder = ['question', 'codeSnippet', 'options', 'optionimage', 'correct_answer']

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
    const place = parseFieldName(name)
    if (name === 'title' || name === 'duration') basics[name] = message
    else if (place && draft.questions[place.index]) {
      byQuestion[place.index] = { [place.field]: message, ...byQuestion[place.index] }
    } else unplaced.push(message)
  }
  const questions = draft.questions.map((question, index) =>
    byQuestion[index] ? { ...question, reportedErrors: byQuestion[index] } : question,
  )
  return { draft: { ...draft, questions }, basics, unplaced }
}

function parseFieldName(name: string): { index: number; field: string } | null {
  const inQuestion =
    /^questions\.(\d+)\.(options\.\d|question|text|codeSnippet|correct_answers?)/.exec(name)
  if (inQuestion) {
    const field = inQuestion[2] === 'text' ? 'question' : (inQuestion[2] ?? '')
    return { index: Number(inQuestion[1]), field }
  }
  const image = /^(question|option)image_(\d+)(?:_(\d))?$/.exec(name)
  if (!image) return null
  const field = image[1] === 'question' ? 'questionimage' : `optionimage.${image[3]}`
  return { index: Number(image[2]), field }
}
