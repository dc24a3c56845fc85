import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { HighlightedStackIllustration } from '../../illustrations/stack-illustration.tsx'
import { Card } from '../../ui/card.tsx'
import { CallToAction } from '../call-to-action.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation, toAbsoluteUrl } from '../page-meta.ts'
import css from './course-screen.module.css'
import { topics } from './topics.ts'

const description =
  'Full stack development in six layers and 6 months: HTML/CSS/JS, front-end frameworks, back-end, databases, deployment and advanced topics.'

export const meta = createPageMeta({
  path: pagePaths.course,
  title: 'Full Stack course',
  description,
  data: {
    '@type': 'Course',
    name: 'Full Stack Development',
    description,
    url: toAbsoluteUrl(pagePaths.course),
    provider: organisation,
    timeRequired: 'P6M',
    teaches: topics.map(({ title }) => title),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Blended',
      duration: 'P6M',
      location: site.address.join(' '),
    },
  },
})

export default function CourseScreen() {
  return (
    <div className={page.page}>
      <header className={css.head}>
        <h1 className={page.pageTitle}>Full Stack, layer by layer</h1>
        <p className={page.lead}>
          Six topics in 6 months. Each one rests on the one below it, so nothing is learnt out of
          order.
        </p>
      </header>
      <ol className={css.topics}>
        {topics.map(({ title, text, skills }, level) => (
          <li key={title}>
            <Card className={css.topic}>
              <div>
                <p className={css.layer}>Layer {level + 1}</p>
                <h2>{title}</h2>
                <p className={css.text}>{text}</p>
              </div>
              <HighlightedStackIllustration level={level} className={css.picture} />
              <ul className={`${page.chips} ${css.skills}`} aria-label={`Part of ${title}`}>
                {skills.map((skill) => (
                  <li key={skill}>{skill}</li>
                ))}
              </ul>
            </Card>
          </li>
        ))}
      </ol>
      <CallToAction />
    </div>
  )
}
