import type { z } from 'zod'
import type { Exam, Question as WireQuestion } from '#contract/exams.ts'
import type { Paper, Question } from '#core/exams/exam.ts'
import { toInstant, toInstantOrNull, toTextWithImage } from '../http/serialize.ts'
import { type ExamWithCount, toVersion } from './queries.ts'

export function serializeExam(exam: ExamWithCount): Exam {
  return {
    _id: exam.id,
    title: exam.title,
    numQuestions: exam.questionCount,
    duration: exam.durationMinutes,
    released: exam.releasedAt !== null,
    resultsReleasedAt: toInstantOrNull(exam.resultsReleasedAt),
    integrityMode: exam.integrityMode,
    attemptsAllowed: exam.attemptsAllowed,
    shuffleOptions: exam.shuffleOptions,
    attempts: exam.attemptCount,
    createdAt: toInstant(exam.createdAt),
  }
}

export function serializeExamWithQuestions(exam: ExamWithCount, paper: Paper) {
  return {
    ...serializeExam(exam),
    questions: paper.questions.map(serializeQuestion),
    version: toVersion(exam),
  }
}

function serializeQuestion(question: Question): z.output<typeof WireQuestion> {
  return {
    _id: question.id,
    question: toTextWithImage(question),
    options: question.options.map(toTextWithImage),
    correct_answer: question.options[question.correct]?.text ?? '',
    codeSnippet: question.codeSnippet,
  }
}
