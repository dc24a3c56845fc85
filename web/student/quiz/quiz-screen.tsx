import { useEffect, useLayoutEffect } from 'react'
import { useParams, useRevalidator, useRouteError } from 'react-router'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { requireRole } from '../../client/login-redirect.ts'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { AttemptContext } from '../../questions/options/struck-options.ts'
import { ImageSizesContext } from '../../questions/options/zoomable-image.tsx'
import { Button } from '../../ui/button.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { Alert } from '../../ui/status.tsx'
import css from './quiz-screen.module.css'
import { QuizUnavailable } from './quiz-unavailable.tsx'
import { RunningQuiz } from './running-quiz.tsx'
import { usePaper } from './use-paper.ts'

// Translated text is taken out of React's hands, and the next question fails to be drawn.
export const meta = () => [...createTitleMeta('Quiz')(), { name: 'google', content: 'notranslate' }]
export const clientLoader = requireRole('student')

const freePaper = createLazyModule(() => import('./free-paper-parts.tsx'))

export default function QuizScreen() {
  const { testId = '' } = useParams()
  const { paper, error, retry } = usePaper(testId, freePaper.preload)
  usePageTitle('Quiz', paper?.title)
  useUntranslatedPage()
  if (paper) {
    return (
      <ImageSizesContext value={paper.imageSizes}>
        <AttemptContext value={paper.quizAttemptId}>
          {paper.progress ? (
            <LazyPart
              part={freePaper}
              loading={<QuizUnavailable testId={testId} error={null} onRetry={retry} />}
              failed={<QuizUnavailable testId={testId} error={null} onRetry={retry} />}
            >
              {(module) => (
                <RunningQuiz
                  key={paper.quizAttemptId}
                  testId={testId}
                  paper={paper}
                  free={module.freePaper}
                />
              )}
            </LazyPart>
          ) : (
            <RunningQuiz key={paper.quizAttemptId} testId={testId} paper={paper} />
          )}
        </AttemptContext>
      </ImageSizesContext>
    )
  }
  return <QuizUnavailable testId={testId} error={error} onRetry={retry} />
}

/** A page that was being translated before the quiz was opened goes on being so without this. */
function useUntranslatedPage() {
  useLayoutEffect(() => {
    document.documentElement.translate = false
    return () => {
      document.documentElement.translate = true
    }
  }, [])
}

/** Without a navbar: an error in the middle of an exam is no way out of it. */
export function ErrorBoundary() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    console.error(error)
    const timer = setTimeout(revalidate, retryMs)
    return () => clearTimeout(timer)
  }, [error, revalidate])
  return (
    <main aria-labelledby={pageTitleId} className={css.waiting}>
      <h1 id={pageTitleId}>The quiz could not be shown</h1>
      <Alert>It is opened again by itself in a moment. Your answers are kept.</Alert>
      <Button tone="primary" onClick={() => revalidate()}>
        Try again
      </Button>
    </main>
  )
}

const retryMs = 3000
