import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { Alert } from '../../ui/status.tsx'
import css from './quiz-screen.module.css'

type QuizErrorBoundaryProps = {
  /** Stays in sight: it runs on. */
  readonly clock: ReactNode
  readonly children: ReactNode
}

const firstPauseMs = 1000
const maxPauseMs = 8000
/** Drawn for so long, it counts as recovered. */
const mendedAfterMs = 5000

/**
 * Draws the paper anew when drawing it has failed, such as after an extension has rewritten the
 * page. The session lives outside: nothing chosen or sent is lost, and the window is still watched.
 */
export class QuizErrorBoundary extends Component<QuizErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  private failures = 0
  private drawnAt = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    if (performance.now() - this.drawnAt > mendedAfterMs) this.failures = 0
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** this.failures)
    this.failures += 1
    clearTimeout(this.timer)
    this.timer = setTimeout(this.resume, pauseMs)
  }

  override componentWillUnmount() {
    clearTimeout(this.timer)
  }

  resume = () => {
    clearTimeout(this.timer)
    this.drawnAt = performance.now()
    this.setState({ hasFailed: false })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main aria-labelledby={pageTitleId} className={css.waiting}>
        {this.props.clock}
        <h1 id={pageTitleId}>The question could not be shown</h1>
        <Alert>
          It comes back by itself in a moment. Your answers are kept. If this page is being
          translated, turn the translation off.
        </Alert>
        <Button tone="primary" onClick={this.resume}>
          Show the question
        </Button>
      </main>
    )
  }
}
