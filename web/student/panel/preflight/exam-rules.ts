import type { StudentExam } from '#contract/exams.ts'
import { formatDuration } from '#contract/format.ts'
import type { IntegrityMode } from '#core/exams/exam.ts'
import { maxWarnings } from '#core/proctoring/policy.ts'
import { formatMinutes } from '../../../ui/format-time.ts'

/** "20 questions, 30 mins", and what extra time makes of it. */
export function formatExamSize({
  numQuestions,
  duration,
  ownDurationSeconds,
}: StudentExam): string {
  const questions = numQuestions === 1 ? '1 question' : `${numQuestions} questions`
  const hasExtra = ownDurationSeconds > Math.round(duration * 60)
  const extraTime = hasExtra
    ? `, with your extra time ${formatDuration(ownDurationSeconds * 1000)}`
    : ''
  return `${questions}, ${formatMinutes(duration)}${extraTime}`
}

/** The rules of this test, each in one sentence or two. */
export function getExamRules(exam: StudentExam): readonly string[] {
  return [
    'One question at a time. Answers are final.',
    leavingRules[exam.integrityMode],
    'Copy, paste and right-click are switched off. Trying them ends nothing.',
    'If the connection drops, go on answering and keep the page open. If the device fails, log in again and press Resume: the clock does not stop.',
    'When the time is over, your answers are submitted by themselves, with the option you have chosen last.',
    describeAttemptsLeft(exam.attemptsLeft),
  ]
}

const leavingRules: Readonly<Record<IntegrityMode, string>> = {
  strict:
    'The quiz ends and is submitted at once if you leave its window, switch tabs, refresh, go back or open developer tools.',
  warn: `If you leave its window, switch tabs, refresh, go back or open developer tools, you are warned ${maxWarnings === 2 ? 'twice' : `${maxWarnings} times`}. The next time, the quiz ends and is submitted.`,
  observe:
    'Stay in its window. Leaving it, switching tabs, refreshing, going back or opening developer tools does not end the quiz, but your trainer sees it.',
}

function describeAttemptsLeft(left: number | null): string {
  if (left === null) return 'You may take this test as often as you like.'
  if (left <= 1) return 'This is your only attempt left. Your trainer releases the result later.'
  return `You have ${left} attempts left, this one included.`
}
