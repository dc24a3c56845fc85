import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { offer } from '#institute/home.ts'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
import { HomePart, type HomePartProps } from './home-part.tsx'
import css from './offer.module.css'

export function Offer() {
  return (
    <section className={`${page.section} ${css.offer}`} aria-labelledby="offer">
      <div className={page.page}>
        <div className={css.head}>
          <h2 id="offer" className={page.sectionTitle}>
            What We Offer
          </h2>
          <p className={css.order}>{offer.lead}</p>
        </div>
        <OfferTabs panel="offer-frontend" />
        <div
          id="offer-frontend"
          role="tabpanel"
          aria-labelledby="offer-frontend-tab"
          className={css.columns}
        >
          <div>
            <h3>{offer.title}</h3>
            <p className={css.text}>{offer.text}</p>
            <ul className={`${page.chips} ${css.skills}`} aria-label="Skills">
              {offer.skills.map((skill) => (
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
              {...offer.courses[0]}
              picture={({ WebPageIllustration }) => <WebPageIllustration />}
            />
            <CourseCard
              {...offer.courses[1]}
              picture={({ ComponentTreeIllustration }) => <ComponentTreeIllustration />}
            />
          </div>
        </div>
      </div>
    </section>
  )
}

/** Only Frontend is active; the others show when their part is, and cannot be chosen. */
function OfferTabs({ panel }: { panel: string }) {
  return (
    <div role="tablist" aria-labelledby="offer" className={css.tabs}>
      {offer.parts.map(({ name, months }, part) => (
        <button
          key={name}
          type="button"
          role="tab"
          {...(part === 0
            ? { id: `${panel}-tab`, 'aria-selected': true, 'aria-controls': panel }
            : { 'aria-selected': false, 'aria-disabled': true })}
          className={css.tab}
        >
          {name} <small>{months}</small>
          <span className={css.months} data-part={part} aria-hidden="true" />
        </button>
      ))}
    </div>
  )
}

type CourseCardProps = {
  readonly title: string
  readonly text: string
  readonly picture: HomePartProps['children']
}

function CourseCard({ title, text, picture }: CourseCardProps) {
  return (
    <article className={css.card}>
      <HomePart className={css.picture}>{picture}</HomePart>
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
