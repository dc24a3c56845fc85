import { useParams } from 'react-router'
import { requireRole } from '../../client/login-redirect.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import css from './quiz-screen.module.css'
import { QuizUnavailable } from './quiz-unavailable.tsx'
import { RunningQuiz } from './running-quiz.tsx'
import { usePaper } from './use-paper.ts'

export const meta = createTitleMeta('Quiz')
export const clientLoader = requireRole('student')

export default function QuizScreen() {
  const { testId = '' } = useParams()
  const { data: paper, error, refetch } = usePaper(testId)
  if (paper) {
    return <RunningQuiz key={paper.quizAttemptId} testId={testId} paper={paper} />
  }
  if (error) return <QuizUnavailable testId={testId} error={error} onRetry={refetch} />
  return (
    <main className={css.waiting}>
      <p role="status">Loading the questions…</p>
    </main>
  )
}
