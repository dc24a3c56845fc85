import { maxDurationMinutes, validateQuestionDraft } from '#core/exams/exam.ts'
import { correctAnswerOf, type QuestionDraft, type TestDraft } from './draft.ts'

/** A sentence for each field, by the name that the wire has for it. */
export type Faults = Readonly<Record<string, string>>

export function faultsOfBasics({ title, duration }: TestDraft): Faults {
  const faults: Record<string, string> = {}
  if (!title.trim()) faults.title = 'Enter a title'
  if (title.trim().length > 200) faults.title = 'Use 200 characters or fewer'
  const minutes = Number(duration.trim())
  if (!duration.trim() || Number.isNaN(minutes)) faults.duration = 'Enter the duration in minutes'
  else if (minutes < 1) faults.duration = 'Enter a duration of 1 minute or more'
  else if (minutes > maxDurationMinutes) {
    faults.duration = 'Enter a duration of 24 hours or less'
  }
  return faults
}

export function faultsOfQuestion(question: QuestionDraft): Faults {
  const { text, options, correct } = question
  const found = validateQuestionDraft({ text, options, correctAnswer: correctAnswerOf(question) })
  // Marked, but still without words: the missing words are told where they are missing.
  const told = found.filter(({ field }) => field !== 'correct_answer' || correct === null)
  return Object.fromEntries(told.map(({ field, message: says }) => [field, says]))
}

/** What a card tells now. */
export function shownFaults(question: QuestionDraft): Faults {
  return question.isChecked ? { ...question.told, ...faultsOfQuestion(question) } : question.told
}

export function fieldId(key: string, field: string): string {
  return `${key}.${field}`
}

/** The fields at fault, from the top of the page down. */
export function faultyFields(draft: TestDraft, basics: Faults): readonly string[] {
  const basicFields = ['title', 'duration'].filter((field) => basics[field])
  const questionFields = draft.questions.flatMap((question) => {
    const faults = shownFaults(question)
    const fields = Object.keys(faults)
    return fieldOrder.flatMap((start) =>
      fields
        .filter((field) => field.startsWith(start))
        .map((field) => fieldId(question.key, field)),
    )
  })
  return [...basicFields, ...questionFields]
}

const fieldOrder = ['question', 'codeSnippet', 'options', 'optionimage', 'correct_answer']

export type Placed = {
  readonly draft: TestDraft
  readonly basics: Faults
  /** About nothing that stands on the page. */
  readonly rest: readonly string[]
}

/** Puts `questions.0.options.2` and `optionimage_0_2` where they belong. */
export function placeFaults(draft: TestDraft, fields: Faults): Placed {
  const basics: Record<string, string> = {}
  const told: Record<number, Record<string, string>> = {}
  const rest: string[] = []
  for (const [name, says] of Object.entries(fields)) {
    const place = placeOf(name)
    if (name === 'title' || name === 'duration') basics[name] = says
    else if (place && draft.questions[place.index]) {
      told[place.index] = { [place.field]: says, ...told[place.index] }
    } else rest.push(says)
  }
  const questions = draft.questions.map((question, index) =>
    told[index] ? { ...question, told: told[index] } : question,
  )
  return { draft: { ...draft, questions }, basics, rest }
}

function placeOf(name: string): { index: number; field: string } | null {
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
