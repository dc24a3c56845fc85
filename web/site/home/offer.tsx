import { IconArrowRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
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
          <p className={css.order}>One course of 6 months in three parts, in this order.</p>
        </div>
        <OfferTabs panel="offer-frontend" />
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

const parts = [
  { name: 'Frontend', months: 'Months 1 and 2' },
  { name: 'Backend', months: 'Months 3 and 4' },
  { name: 'Full Stack', months: 'Months 5 and 6' },
] as const

/** Only Frontend is active; the others show when their part is, and cannot be chosen. */
function OfferTabs({ panel }: { panel: string }) {
  return (
    <div role="tablist" aria-labelledby="offer" className={css.tabs}>
      {parts.map(({ name, months }, part) => (
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

const svgProps = { viewBox: '0 0 298 168', preserveAspectRatio: 'xMidYMid slice' } as const

/** A page with a heading, and the tag for it. */
function WebPageIllustration() {
  return (
    <svg {...svgProps} aria-hidden="true">
      <rect width="298" height="168" fill="#d8f3f4" />
      <g transform="translate(58 34)">
        <rect width="182" height="150" rx="10" fill="#fff" />
        <path d="M0 10a10 10 0 0110-10h162a10 10 0 0110 10v14H0z" fill="#0b5566" />
        <circle cx="13" cy="12" r="3.5" fill="#f9b735" />
        <circle cx="25" cy="12" r="3.5" fill="#53b9c3" />
        <rect x="16" y="40" width="86" height="10" rx="5" fill="#091619" />
        <rect x="16" y="58" width="70" height="7" rx="3.5" fill="#c6d0d0" />
        <rect x="16" y="72" width="78" height="7" rx="3.5" fill="#c6d0d0" />
        <rect x="16" y="92" width="46" height="16" rx="8" fill="#f9b735" />
        <rect x="116" y="40" width="50" height="68" rx="7" fill="#b3e6e8" />
        <path d="M122 98l14-20 10 12 8-14 8 22z" fill="#279baa" />
      </g>
      <g transform="translate(22 88)" fontFamily="var(--font-mono)" fontSize="17">
        <rect width="76" height="46" rx="9" fill="#0c1f25" />
        <text x="13" y="30" fill="#83d2d8">
          {'<'}
          <tspan fill="#fdca67">h1</tspan>
          {'>'}
        </text>
      </g>
    </svg>
  )
}

const nodes = [
  { x: 34, width: 82, name: '<Nav/>' },
  { x: 124, width: 50, name: '</>' },
  { x: 182, width: 82, name: '<List/>' },
] as const

/** An app as a tree of components. */
function ComponentTreeIllustration() {
  return (
    <svg {...svgProps} aria-hidden="true">
      <rect width="298" height="168" fill="#0b3b47" />
      <g stroke="#3aa5b3" strokeWidth="2.5" fill="none">
        <path d="M149 46v26M149 72H75v22M149 72h74v22M149 72v22" />
        <path d="M223 124v14M196 150v-6a6 6 0 016-6h42a6 6 0 016 6v6" />
      </g>
      <g fontFamily="var(--font-mono)" fontSize="13" fontWeight="600" textAnchor="middle">
        <rect x="106" y="22" width="86" height="32" rx="9" fill="#f9b735" />
        <text x="149" y="43" fill="#3d2602">
          {'<App/>'}
        </text>
        {nodes.map(({ x, width, name }) => (
          <g key={name}>
            <rect x={x} y="94" width={width} height="30" rx="9" fill="#83d2d8" />
            <text x={x + width / 2} y="114" fill="#04323f">
              {name}
            </text>
          </g>
        ))}
      </g>
      <rect x="180" y="148" width="32" height="26" rx="7" fill="#177887" />
      <rect x="234" y="148" width="32" height="26" rx="7" fill="#177887" />
    </svg>
  )
}
