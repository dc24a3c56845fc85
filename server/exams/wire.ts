import type { z } from 'zod'
import type { Test, Question as WireQuestion } from '#contract/exams.ts'
import type { Option, Paper, Question } from '#core/exam.ts'
import type { ExamWithCount } from './store.ts'

export function testOf(exam: ExamWithCount): Test {
  return {
    _id: exam.id,
    title: exam.title,
    numQuestions: exam.questionCount,
    duration: exam.durationMinutes,
    released: exam.releasedAt !== null,
    resultsReleasedAt: instant(exam.resultsReleasedAt),
    integrityMode: exam.integrityMode,
    attemptsAllowed: exam.attemptsAllowed,
    shuffleOptions: exam.shuffleOptions,
    attempts: exam.attemptCount,
    createdAt: new Date(exam.createdAt).toISOString(),
  }
}

export function testWithQuestions(exam: ExamWithCount, paper: Paper) {
  return { ...testOf(exam), questions: paper.questions.map(questionOf) }
}

function questionOf(question: Question): z.output<typeof WireQuestion> {
  return {
    _id: question.id,
    question: pictureOf(question),
    options: question.options.map(pictureOf),
    correct_answer: question.options[question.correct]?.text ?? '',
    codeSnippet: question.codeSnippet,
  }
}

export function pictureOf({ text, imageId }: Pick<Option, 'text' | 'imageId'>) {
  return { text, fileUrl: urlOf(imageId) }
}

export function urlOf(imageId: string | null): string | null {
  return imageId === null ? null : `/api/images/${imageId}`
}

/** ISO 8601 in UTC, or null. */
export function instant(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
