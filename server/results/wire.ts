import type { AnswerSheetItem, Attempt } from '#contract/results.ts'
import { getPresentedOptions, getQuestionOrder } from '#core/attempts/attempt.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import type { Paper, Question } from '#core/exams/exam.ts'
import {
  getCorrectOption,
  isCorrect,
  type KeyCorrections,
  toPercentage,
} from '#core/grading/grade.ts'
import type { AttemptWithAnswers } from '../attempts/attempt-record.ts'
import { toImageUrl, toInstant, toInstantOrNull, toTextWithImage } from '../http/serialize.ts'
import type { Sitting } from './store.ts'

/** As an admin sees it: score and all. */
export function attemptOf(sitting: Sitting, paper: Paper, at: number): Attempt {
  const total = paper.questions.length
  return {
    _id: sitting.id,
    testId: sitting.examId,
    testTitle: paper.title,
    testDuration: paper.durationMinutes,
    totalQuestions: total,
    studentId: sitting.studentId,
    studentName: sitting.studentName,
    startTime: toInstant(sitting.startedAt),
    endTime: toInstantOrNull(sitting.finishedAt),
    endsAt: toInstant(sitting.endsAt),
    secondsLeft: sitting.finishedAt === null ? getSecondsLeft(sitting.endsAt, at) : null,
    status: sitting.finishedAt === null ? 'In progress' : 'Completed',
    score: sitting.score,
    percentage: sitting.score === null ? null : toPercentage(sitting.score, total),
    finishReason: sitting.finishReason,
    resultReleased: sitting.resultsReleasedAt !== null,
  }
}

/** As its student sees it: without the score until they may. */
export function ownAttemptOf(
  sitting: Sitting,
  paper: Paper,
  mayLook: boolean,
  at: number,
): Attempt {
  const attempt = attemptOf(sitting, paper, at)
  if (mayLook) return { ...attempt, resultReleased: true }
  return { ...attempt, score: null, percentage: null, resultReleased: false }
}

/** In the order and with the options that the student saw. */
export function responsesOf(
  attempt: AttemptWithAnswers,
  paper: Paper,
  corrections: KeyCorrections,
): AnswerSheetItem[] {
  return getQuestionOrder(attempt, paper).map((index) => {
    const question = paper.questions[index] as Question
    const answer = attempt.answers[question.id]
    const key = getCorrectOption(question, corrections) ?? question.correct
    return {
      questionId: question.id,
      questionText: question.text,
      questionImage: toImageUrl(question.imageId),
      codeSnippet: question.codeSnippet,
      options: getPresentedOptions(attempt, paper, index).map(toTextWithImage),
      correctAnswer: question.options[key]?.text ?? '',
      selectedAnswer: answer ? (question.options[answer.option]?.text ?? null) : null,
      isCorrect: isCorrect(question, answer, corrections),
    }
  })
}
