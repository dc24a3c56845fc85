import { projects } from '#institute/projects.ts'
import page from '../page.module.css'
import css from './student-projects.module.css'

/** Those whose students have agreed, and no more of them than is shown. */
export function StudentProjects() {
  return (
    <section
      id="projects"
      className={`${page.page} ${css.projects}`}
      aria-labelledby="projects-title"
    >
      <h2 id="projects-title" className={page.sectionTitle}>
        Built by our students
      </h2>
      <ul className={css.list}>
        {projects.map(({ title, student, text, link }) => (
          <li key={`${title} ${student}`}>
            <h3>
              {link ? (
                <a href={link} rel="noopener">
                  {title}
                </a>
              ) : (
                title
              )}
            </h3>
            <p>{text}</p>
            <p className={css.student}>{student}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
