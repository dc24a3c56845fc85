import type { Exam } from '#contract/exams.ts'
import type { Question } from '#contract/questions/kinds.ts'
import { defaultDurationMinutes, type IntegrityMode } from '#core/exams/exam.ts'
import { getKind } from '../../../questions/kinds.ts'
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
    questions: (exam.questions ?? []).map(toQuestionDraft),
  }
}

function toQuestionDraft(question: Question): QuestionDraft {
  const keys = 'correct_answers' in question ? question.correct_answers : [question.correct_answer]
  return createQuestion({
    _id: question._id,
    kind: getKind(question),
    text: question.question.text,
    fileUrl: question.question.fileUrl,
    code: question.codeSnippet,
    options: question.options.map((option) =>
      createOption({ ...option, isCorrect: keys.includes(option.text) }),
    ),
  })
}

export function listCorrectAnswers({ options }: QuestionDraft): string[] {
  return options.filter(({ isCorrect }) => isCorrect).map(({ text }) => text)
}
