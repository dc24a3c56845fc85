import type { Exam } from '#contract/exams.ts'
import { defaultDurationMinutes, type IntegrityMode } from '#core/exams/exam.ts'
import {
  createOption,
  createQuestion,
  type QuestionDraft,
} from '../../../questions/options/question-draft.ts'

export type ExamDraft = {
  readonly title: string
  readonly duration: string
  readonly integrityMode: IntegrityMode
  readonly attemptsAllowed: number
  readonly shuffleOptions: boolean
  readonly questions: readonly QuestionDraft[]
}

export function createEmptyDraft(): ExamDraft {
  return {
    title: '',
    duration: String(defaultDurationMinutes),
    integrityMode: 'strict',
    attemptsAllowed: 1,
    shuffleOptions: false,
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
    questions: (exam.questions ?? []).map((question) =>
      createQuestion({
        _id: question._id,
        text: question.question.text,
        fileUrl: question.question.fileUrl,
        code: question.codeSnippet,
        options: question.options.map((option) =>
          createOption({
            ...option,
            isCorrect: 'correct_answer' in question && option.text === question.correct_answer,
          }),
        ),
      }),
    ),
  }
}

export function correctAnswerOf({ options }: QuestionDraft): string {
  return options.find(({ isCorrect }) => isCorrect)?.text ?? ''
}
