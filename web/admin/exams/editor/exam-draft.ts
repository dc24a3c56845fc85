import type { Exam } from '#contract/exams.ts'
import type { Question } from '#contract/questions/kinds.ts'
import { defaultDurationMinutes, type IntegrityMode, type Navigation } from '#core/exams/exam.ts'
import type { CountingRule } from '#core/grading/counted-attempt.ts'
import { getKind } from '../../../questions/answer-controls.ts'
import { editorOf } from '../../../questions/kind-editors.ts'
import {
  createQuestion,
  type Picture,
  type QuestionDraft,
} from '../../../questions/options/question-draft.ts'

export type ExamDraft = {
  readonly title: string
  readonly duration: string
  readonly integrityMode: IntegrityMode
  readonly attemptsAllowed: number
  readonly shuffleOptions: boolean
  readonly navigation: Navigation
  readonly countedAttempt: CountingRule
  readonly questions: readonly QuestionDraft[]
}

export function createEmptyDraft(): ExamDraft {
  return {
    title: '',
    duration: String(defaultDurationMinutes),
    integrityMode: 'strict',
    attemptsAllowed: 1,
    shuffleOptions: false,
    navigation: 'forward',
    countedAttempt: 'last',
    questions: [createQuestion()],
  }
}

export function toExamDraft(exam: Exam): ExamDraft {
  return {
    title: exam.title,
    duration: String(exam.duration),
    integrityMode: exam.integrityMode,
    attemptsAllowed: exam.attemptsAllowed,
    shuffleOptions: exam.shuffleOptions,
    navigation: exam.navigation ?? 'forward',
    countedAttempt: exam.countedAttempt ?? 'last',
    questions: (exam.questions ?? []).map(toQuestionDraft),
  }
}

function toQuestionDraft(question: Question): QuestionDraft {
  const kind = getKind(question)
  return createQuestion({
    _id: question._id,
    kind,
    text: question.question.text,
    fileUrl: question.question.fileUrl,
    description: question.question.description,
    code: question.codeSnippet,
    ...editorOf({ kind }).fromWire(question),
  })
}

/** As the server takes it: the questions as JSON, each picked picture under the name of its place. */
export function toFormData(draft: ExamDraft): FormData {
  const form = new FormData()
  form.set('title', draft.title)
  form.set('duration', draft.duration.trim())
  form.set('numQuestions', String(draft.questions.length))
  form.set('integrityMode', draft.integrityMode)
  form.set('attemptsAllowed', String(draft.attemptsAllowed))
  form.set('shuffleOptions', String(draft.shuffleOptions))
  form.set('navigation', draft.navigation)
  form.set('countedAttempt', draft.countedAttempt)
  form.set('questions', JSON.stringify(draft.questions.map(toQuestionJson)))
  draft.questions.forEach(({ file, options }, index) => {
    if (file) form.set(`questionimage_${index}`, file)
    options.forEach((option, at) => {
      if (option.file) form.set(`optionimage_${index}_${at}`, option.file)
    })
  })
  return form
}

function toQuestionJson(question: QuestionDraft) {
  return {
    ...(question._id && { _id: question._id }),
    question: toOptionJson(question),
    options: question.options.map((option) => toOptionJson(option)),
    ...editorOf(question).toWireKey(question),
    codeSnippet: question.code,
  }
}

function toOptionJson({ text, fileUrl, description }: Picture & { readonly text: string }) {
  return { text, fileUrl, ...(description !== undefined && { description }) }
}
