import type { StudentExam } from '#contract/exams.ts'
import type { Attempt } from '#contract/results.ts'
import { formatClock } from '../../ui/countdown-timer.tsx'

/**
 * Words to announce when the list of tests on the panel has changed; empty where nothing new is
 * open.
 */
export function describeExamNews(
  before: readonly StudentExam[],
  after: readonly StudentExam[],
): string {
  const news = after.map((exam) =>
    describeExam(
      before.find(({ _id }) => _id === exam._id),
      exam,
    ),
  )
  const closed = before
    .filter((exam) => exam.canStart && isClosed(after.find(({ _id }) => _id === exam._id)))
    .map(({ title }) => `${title} is closed.`)
  return [...news, ...closed].filter(Boolean).join(' ')
}

/** No longer in the list, or its window let nobody start any more before this student did. */
function isClosed(exam: StudentExam | undefined): boolean {
  return !exam || (!exam.canStart && !exam.attempt)
}

function describeExam(before: StudentExam | undefined, exam: StudentExam) {
  const { title, attempt, canStart, window } = exam
  const wasPaused = before?.attempt?.paused === true
  if (attempt?.paused) return wasPaused ? '' : `${title} is paused. Your time stands still.`
  if (wasPaused && attempt?.status === 'In progress' && !attempt.waiting) {
    return `${title} goes on. Resume (${formatClock(attempt.secondsLeft)} left)`
  }
  if (attempt?.waiting && (wasPaused || !before?.attempt?.waiting)) {
    const left = formatClock(attempt.secondsLeft)
    return `Your trainer has opened your quiz again: ${title}. Resume (${left} left)`
  }
  if (attempt?.resultReleased && !before?.attempt?.resultReleased) {
    return `The result of ${title} is released.`
  }
  if (!before && window?.phase === 'coming') return `${title} is coming.`
  if (!canStart || before?.canStart) return ''
  return before?.attempt ? `You may take ${title} again.` : `${title} is open.`
}

type ResultState = Pick<Attempt, '_id' | 'testTitle' | 'resultReleased'>

/** The same for the list of results. */
export function describeResultNews(
  before: readonly ResultState[],
  after: readonly ResultState[],
): string {
  const wasReleased = (id: string) =>
    before.some(({ _id, resultReleased }) => _id === id && resultReleased)
  return after
    .filter(({ _id, resultReleased }) => resultReleased && !wasReleased(_id))
    .map(({ testTitle }) => `The result of ${testTitle} is released.`)
    .join(' ')
}
