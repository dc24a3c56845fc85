import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { HighlightedStackIllustration } from '../../illustrations/stack-illustration.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation, toAbsoluteUrl } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'
import css from './course-screen.module.css'

/** Bottom up, in the order in which they are taught. */
const topics = [
  {
    title: 'HTML/CSS/JS',
    text: 'The language of every page. Structure it, style it, make it respond.',
    skills: ['Semantic HTML5', 'Flexbox and Grid', 'Javascript ES6', 'DOM'],
  },
  {
    title: 'Front-end frameworks',
    text: 'Build in components, manage state and move between screens without a reload.',
    skills: ['React JS', 'Redux', 'Routing', 'Angular JS'],
  },
  {
    title: 'Back-end',
    text: 'Write the server that answers: APIs, sessions and file uploads.',
    skills: ['Node JS', 'Express', 'REST APIs', 'Authentication'],
  },
  {
    title: 'Databases',
    text: 'Choose a shape for your data, then store, query and index it.',
    skills: ['SQL', 'MongoDB', 'Modelling', 'Indexes'],
  },
  {
    title: 'Deployment',
    text: 'Put your work where people can use it, and keep it running.',
    skills: ['Linux basics', 'Containers', 'CI/CD', 'Monitoring'],
  },
  {
    title: 'Advanced topics',
    text: 'What separates a project from a product.',
    skills: ['Testing', 'Security', 'Performance', 'System design'],
  },
] as const

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

/** Leads on from the end of the page. */
function CallToAction() {
  return (
    <section className={css.band} aria-labelledby="ready">
      <div>
        <h2 id="ready">Ready when you are</h2>
        <p>
          Register online, or call us on <PhoneLink />.
        </p>
      </div>
      <ButtonLink to={pagePaths.registration} tone="accent" size="hero">
        Join Now
        <IconArrowRight aria-hidden="true" />
      </ButtonLink>
    </section>
  )
}
