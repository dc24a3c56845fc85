import { IconArrowRight, IconChevronDown } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import {
  description,
  heading,
  months,
  otherCourses,
  otherCoursesLead,
  questions,
  title,
} from '#institute/course.ts'
import { site } from '#site'
import { ButtonLink } from '../../ui/button.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { useOpenWhilePrinted } from '../../ui/use-open-while-printed.ts'
import { CallToAction } from '../call-to-action.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation, toAbsoluteUrl } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'
import { SampleLabel } from '../sample-label.tsx'
import { describeCourse } from './course-facts.ts'
import { CourseLinks } from './course-links.tsx'
import css from './course-screen.module.css'
import { FactList } from './fact-list.tsx'
import { FeePlans } from './fee-plans.tsx'
import { PageBar } from './page-bar.tsx'
import { StudentProjects } from './student-projects.tsx'
import { Syllabus } from './syllabus.tsx'
import { lastStart, UpcomingBatches } from './upcoming-batches.tsx'

export const meta = createPageMeta({
  path: pagePaths.course,
  title,
  description,
  data: {
    ...describeCourse(site.course),
    url: toAbsoluteUrl(pagePaths.course),
    provider: organisation,
  },
})

const parts = [
  { id: 'path', name: pluralize(months.length, 'month') },
  ...(import.meta.env.HAS_PROJECTS ? [{ id: 'projects', name: 'Projects' }] : []),
  ...(import.meta.env.HAS_BATCHES
    ? [{ id: 'next-batches', name: 'Next batches', starts: lastStart }]
    : []),
  ...(import.meta.env.HAS_FEES ? [{ id: 'fees', name: 'Fees' }] : []),
  { id: 'faq', name: 'Questions' },
  { id: 'other-courses', name: 'Other courses' },
] as const

export default function CourseScreen() {
  return (
    <>
      <header className={css.head}>
        <div className={page.page}>
          <div className={css.top}>
            <div>
              <h1 id={pageTitleId} className={page.pageTitle}>
                {heading.title}
              </h1>
              <p className={`${page.lead} ${css.lead}`}>{heading.text}</p>
              <SampleLabel part={heading} />
            </div>
            <div className={css.actions}>
              <ButtonLink to={pagePaths.registration} tone="primary" size="hero">
                Join Now
                <IconArrowRight aria-hidden="true" />
              </ButtonLink>
              <ButtonLink to={pagePaths.contact} size="hero">
                Send Enquiry
              </ButtonLink>
            </div>
          </div>
          <FactList />
        </div>
      </header>
      <PageBar parts={parts} />
      <section id="path" className={`${page.page} ${css.path}`} aria-labelledby="path-title">
        <h2 id="path-title" className={page.sectionTitle}>
          The path
        </h2>
        <Syllabus />
      </section>
      {import.meta.env.HAS_PROJECTS && <StudentProjects />}
      {import.meta.env.HAS_BATCHES && <UpcomingBatches />}
      {import.meta.env.HAS_FEES && <FeePlans />}
      <Questions />
      <OtherCourses />
      <div className={page.page}>
        <CallToAction />
      </div>
    </>
  )
}

function Questions() {
  const list = useOpenWhilePrinted()
  return (
    <section id="faq" className={css.faq} aria-labelledby="faq-title">
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h2 id="faq-title" className={page.sectionTitle}>
            Questions people ask first
          </h2>
          <p className={css.ask}>
            Yours is not here? Call <PhoneLink /> or send an enquiry.
          </p>
        </div>
        <div ref={list}>
          {questions.map(({ question, answer, isSample }, at) => (
            <details key={question} open={at === 0}>
              <summary>
                <h3 className={css.question}>{question}</h3>
                <IconChevronDown stroke={1.75} aria-hidden="true" />
              </summary>
              <p>{answer}</p>
              <SampleLabel part={{ isSample }} />
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}

function OtherCourses() {
  return (
    <section
      id="other-courses"
      className={`${page.page} ${css.others}`}
      aria-labelledby="other-courses-title"
    >
      <h2 id="other-courses-title" className={page.sectionTitle}>
        Other courses
      </h2>
      <p className={`${page.lead} ${css.lead}`}>{otherCoursesLead.text}</p>
      <SampleLabel part={otherCoursesLead} />
      <div className={css.groups}>
        {otherCourses.map(({ id, title, text, courses, isSample }) => (
          <article key={id} id={id} className={css.group}>
            <h3>{title}</h3>
            <p>{text}</p>
            {courses.length > 0 && (
              <dl>
                {courses.map((course) => (
                  <div key={course.name}>
                    <dt>{course.name}</dt>
                    <dd>
                      {course.text}
                      <CourseLinks name={course.name} />
                    </dd>
                  </div>
                ))}
              </dl>
            )}
            <SampleLabel part={{ isSample }} />
          </article>
        ))}
      </div>
    </section>
  )
}
