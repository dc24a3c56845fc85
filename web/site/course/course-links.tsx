import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels } from '#contract/registration-labels.ts'
import css from './course-screen.module.css'

/** Both forms open with this course chosen. An institute may name courses that they do not know. */
export function CourseLinks({ name }: { name: string }) {
  const [id] = Object.entries(courseLabels).find(([, label]) => label === name) ?? []
  if (!id) return null
  return (
    <span className={css.links}>
      <Link to={`${pagePaths.contact}?course=${encodeURIComponent(name)}`}>
        Ask about this<span className="visually-hidden"> course, {name}</span>
      </Link>
      <Link to={`${pagePaths.registration}?course=${encodeURIComponent(id)}`}>
        Enrol<span className="visually-hidden"> in {name}</span>
      </Link>
    </span>
  )
}
