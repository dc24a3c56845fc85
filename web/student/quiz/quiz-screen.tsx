import { useParams } from 'react-router'
import { requireRole } from '../../client/login-redirect.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { QuizUnavailable } from './quiz-unavailable.tsx'
import { RunningQuiz } from './running-quiz.tsx'
import { usePaper } from './use-paper.ts'

export const meta = createTitleMeta('Quiz')
export const clientLoader = requireRole('student')

export default function QuizScreen() {
  const { testId = '' } = useParams()
  const { paper, error, retry } = usePaper(testId)
  if (paper) {
    return <RunningQuiz key={paper.quizAttemptId} testId={testId} paper={paper} />
  }
  return <QuizUnavailable testId={testId} error={error} onRetry={retry} />
}
