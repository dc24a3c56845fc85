import { Link, useSearchParams } from 'react-router'
import css from './views.module.css'

export type View = 'students' | 'questions'

export function useView(): View {
  const [params] = useSearchParams()
  return params.get('view') === 'questions' ? 'questions' : 'students'
}

/** The same attempts, told by student or by question; the address keeps which. */
export function Views({ view }: { view: View }) {
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
