import { maxDurationMinutes, validateQuestionDraft } from '#core/exams/exam.ts'
import { correctAnswerOf, type ExamDraft, type QuestionDraft } from './exam-draft.ts'

/** A sentence for each field, by the name that the wire has for it. */
export type FieldErrors = Readonly<Record<string, string>>

export function validateBasics({ title, duration }: ExamDraft): FieldErrors {
  const errors: Record<string, string> = {}
  if (!title.trim()) errors.title = 'Enter a title'
  if (title.trim().length > 200) errors.title = 'Use 200 characters or fewer'
  const minutes = Number(duration.trim())
  if (!duration.trim() || Number.isNaN(minutes)) errors.duration = 'Enter the duration in minutes'
  else if (minutes < 1) errors.duration = 'Enter a duration of 1 minute or more'
  else if (minutes > maxDurationMinutes) {
    errors.duration = 'Enter a duration of 24 hours or less'
  }
  return errors
}

export function validateQuestion(question: QuestionDraft): FieldErrors {
  const { text, options, correct } = question
  const found = validateQuestionDraft({ text, options, correctAnswer: correctAnswerOf(question) })
  // Marked, but still without words: the error shows where they are missing.
  const visible = found.filter(({ field }) => field !== 'correct_answer' || correct === null)
  return Object.fromEntries(visible.map(({ field, message }) => [field, message]))
}

/** What a card shows now. */
export function getVisibleErrors(question: QuestionDraft): FieldErrors {
  return question.isChecked
    ? { ...question.reportedErrors, ...validateQuestion(question) }
    : question.reportedErrors
}

export function toFieldId(key: string, field: string): string {
  return `${key}.${field}`
}

/** The fields at fault, from the top of the page down. */
export function listInvalidFields(draft: ExamDraft, basics: FieldErrors): readonly string[] {
  const basicFields = ['title', 'duration'].filter((field) => basics[field])
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

export type PlacedErrors = {
  readonly draft: ExamDraft
  readonly basics: FieldErrors
  /** About nothing that stands on the page. */
  readonly unplaced: readonly string[]
}

/** Puts `questions.0.options.2` and `optionimage_0_2` where they belong. */
export function placeReportedErrors(draft: ExamDraft, fields: FieldErrors): PlacedErrors {
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
    /^questions\.(\d+)\.(options\.\d|question|text|codeSnippet|correct_answer)/.exec(name)
  if (inQuestion) {
    const field = inQuestion[2] === 'text' ? 'question' : (inQuestion[2] ?? '')
    return { index: Number(inQuestion[1]), field }
  }
  const image = /^(question|option)image_(\d+)(?:_(\d))?$/.exec(name)
  if (!image) return null
  const field = image[1] === 'question' ? 'questionimage' : `optionimage.${image[3]}`
  return { index: Number(image[2]), field }
}
