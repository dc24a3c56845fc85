import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
import { CourseCard } from './course-card.tsx'
import { ComponentTreeIllustration, WebPageIllustration } from './course-illustrations.tsx'
import css from './offer.module.css'
import { OfferTabs } from './offer-tabs.tsx'

const skills = [
  'HTML5',
  'CSS',
  'Bootstrap',
  'JQuery',
  'Javascript ES6 Basic',
  'Angular JS',
  'React JS with Components',
  'Redux',
  'Routing',
] as const

export function Offer() {
  return (
    <section className={`${page.section} ${css.offer}`} aria-labelledby="offer">
      <div className={page.page}>
        <div className={css.head}>
          <h2 id="offer" className={page.sectionTitle}>
            What We Offer
          </h2>
          <OfferTabs panel="offer-frontend" />
        </div>
        <div
          id="offer-frontend"
          role="tabpanel"
          aria-labelledby="offer-frontend-tab"
          className={css.columns}
        >
          <div>
            <h3>Front Web Development</h3>
            <p className={css.text}>
              Build what people see and touch. Start with pages that are well structured and work on
              every screen, then move to components, state and routing in the frameworks teams use
              at work.
            </p>
            <ul className={`${page.chips} ${css.skills}`} aria-label="Skills">
              {skills.map((skill) => (
                <li key={skill}>{skill}</li>
              ))}
            </ul>
            <div className={css.all}>
              <ButtonLink to={pagePaths.course} tone="quiet">
                View All
                <IconArrowRight aria-hidden="true" />
              </ButtonLink>
            </div>
          </div>
          <div className={css.cards}>
            <CourseCard
              title="HTML5, CSS and Javascript"
              text="Structure, style and behaviour: responsive pages from a blank file."
              picture={<WebPageIllustration />}
            />
            <CourseCard
              title="React JS with Components"
              text="Components, Redux and routing: a complete single-page app."
              picture={<ComponentTreeIllustration />}
            />
          </div>
        </div>
      </div>
    </section>
  )
}
