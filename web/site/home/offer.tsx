import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
import { ComponentTreeIllustration, WebPageIllustration } from './course-illustrations.tsx'
import css from './offer.module.css'

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

const upcoming = ['Backend', 'Full Stack'] as const

/** Only one of the three is open yet; the reason is shown below, without hovering or a script. */
function OfferTabs({ panel }: { panel: string }) {
  const note = `${panel}-note`
  return (
    <div className={css.choice}>
      <div role="tablist" aria-labelledby="offer" className={css.tabs}>
        <button
          type="button"
          role="tab"
          id={`${panel}-tab`}
          aria-selected="true"
          aria-controls={panel}
          className={css.tab}
        >
          Frontend
        </button>
        {upcoming.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected="false"
            aria-disabled="true"
            aria-describedby={note}
            className={css.tab}
          >
            {name}
          </button>
        ))}
      </div>
      <p id={note} className={css.note}>
        Backend and Full Stack are not open yet. Send an enquiry to hear when they are.
      </p>
    </div>
  )
}

type CourseCardProps = {
  readonly title: string
  readonly text: string
  readonly picture: ReactNode
}

function CourseCard({ title, text, picture }: CourseCardProps) {
  return (
    <article className={css.card}>
      <div className={css.picture}>{picture}</div>
      <div className={css.words}>
        <h4>{title}</h4>
        <p>{text}</p>
        <div className={css.link}>
          <ButtonLink to={pagePaths.registration} tone="soft" size="row">
            Enroll Now<span className="visually-hidden"> in {title}</span>
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
