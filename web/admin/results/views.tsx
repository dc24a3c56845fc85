import { Link, useSearchParams } from 'react-router'
import css from './views.module.css'

export type ResultView = 'students' | 'questions'

export function useResultView(): ResultView {
  const [params] = useSearchParams()
  return params.get('view') === 'questions' ? 'questions' : 'students'
}

/** The same attempts, told by student or by question; the address keeps which. */
export function ResultViews({ view }: { view: ResultView }) {
  return (
    <nav aria-label="Results by" className={css.views}>
      <Link to="?" aria-current={view === 'students' ? 'page' : undefined} preventScrollReset>
        Students
      </Link>
      <Link
        to="?view=questions"
        aria-current={view === 'questions' ? 'page' : undefined}
        preventScrollReset
      >
        Questions
      </Link>
    </nav>
  )
}
