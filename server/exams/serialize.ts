import type { Exam } from '#contract/exams.ts'
import type { Question as WireQuestion } from '#contract/questions/kinds.ts'
import type { Paper } from '#core/exams/exam.ts'
import { kindOf, type Question, toWireKind } from '#core/questions/question.ts'
import { toInstant, toInstantOrNull, toTextWithImage } from '../http/serialize.ts'
import { type Exam as ExamRecord, toVersion } from './queries.ts'

export function serializeExam(exam: ExamRecord, attemptCount: number): Exam {
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
    ...(exam.navigation === 'free' && { navigation: exam.navigation }),
    ...(exam.countedAttempt !== 'last' && { countedAttempt: exam.countedAttempt }),
    attempts: attemptCount,
    createdAt: toInstant(exam.createdAt),
  }
}

export function serializeExamWithQuestions(exam: ExamRecord, paper: Paper, attemptCount: number) {
  return {
    ...serializeExam(exam, attemptCount),
    questions: paper.questions.map(serializeQuestion),
    version: toVersion(exam),
  }
}

function serializeQuestion(question: Question): WireQuestion {
  const kind = kindOf(question)
  return {
    ...toWireKind(question),
    _id: question.id,
    question: toTextWithImage(question),
    options: kind.listOptions(question).map(toTextWithImage),
    ...kind.toWireKey(question),
    codeSnippet: question.codeSnippet,
    // The key's fields depend on the kind; the contract checks them on the way out.
  } as WireQuestion
}
