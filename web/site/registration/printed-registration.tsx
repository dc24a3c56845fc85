import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { site } from '#site'
import { toAbsoluteUrl } from '../page-meta.ts'
import { FeeNote } from './fee-note.tsx'
import css from './printed-registration.module.css'
import { steps } from './steps.ts'
import { useDraftState } from './use-draft.ts'

/** On paper, in place of the form: what one registers for, what it costs, and whom to ask. */
export function PrintedRegistration() {
  const { course, otherCourse } = useDraftState().draft.answers
  return (
    <div className={css.printed}>
      <h2>Course Details</h2>
      {course ? (
        <p>Chosen course: {otherCourse || labelOf(courseLabels, course)}.</p>
      ) : (
        <p>Courses: {Object.values(courseLabels).join(', ')}.</p>
      )}
      <FeeNote />
      <h2>How to register</h2>
      <p>
        At {toAbsoluteUrl(pagePaths.registration)}, in about ten minutes. The form asks for five
        things:
      </p>
      <ol>
        {steps.map(({ id, title, hint }) => (
          <li key={id}>
            <b>{title}.</b> {hint}
          </li>
        ))}
      </ol>
      <h2>Whom to ask</h2>
      <address>
        <b>{site.product}</b>
        {site.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>{site.phone}</span>
        <span>{site.email}</span>
      </address>
    </div>
  )
}
