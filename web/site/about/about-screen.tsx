import {
  IconArrowRight,
  IconCheck,
  IconClipboardCheck,
  IconCode,
  IconMessages,
  IconPresentation,
  IconRocket,
  IconX,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { aboutParts, description, heading, promises, week } from '#institute/about.ts'
import { site } from '#site'
import type { Day } from '../../institute/words.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import page from '../page.module.css'
import { createPageMeta, organisation } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'
import { SampleLabel } from '../sample-label.tsx'
import css from './about-screen.module.css'
import { ClassroomIllustration } from './classroom-illustration.tsx'
import { PartIllustration } from './part-illustration.tsx'
import { StreetMapIllustration } from './street-map-illustration.tsx'
import { Trainers } from './trainers.tsx'
import { VisitingNote } from './visiting-note.tsx'

export const meta = createPageMeta({
  path: pagePaths.about,
  title: 'About',
  description,
  data: { ...organisation, '@type': ['EducationalOrganization', 'LocalBusiness'] },
})

export default function AboutScreen() {
  return (
    <>
      <header className={css.head}>
        <div className={`${page.page} ${css.headColumns}`}>
          <div className={css.headWords}>
            <h1 id={pageTitleId} className={page.pageTitle}>
              {heading.title}
            </h1>
            <p className={`${page.lead} ${css.lead}`}>{heading.text}</p>
            <SampleLabel part={heading} />
          </div>
          <ClassroomIllustration className={css.classroom} />
        </div>
      </header>
      <div className={`${page.page} ${css.parts}`}>
        {aboutParts.map((part) => (
          <section key={part.title} className={css.part}>
            <div>
              <h2>{part.title}</h2>
              <p>{part.text}</p>
              {part.link && (
                <p>
                  <Link to={part.link.to}>{part.link.name}</Link>
                </p>
              )}
              <SampleLabel part={part} />
            </div>
            <div className={css.picture}>
              <PartIllustration of={part.picture} />
            </div>
          </section>
        ))}
      </div>
      <Week />
      {import.meta.env.HAS_TRAINERS && <Trainers />}
      <section className={`${page.page} ${css.promises}`} aria-labelledby="promises">
        <h2 id="promises" className={page.sectionTitle}>
          What you can hold us to
        </h2>
        <div className={css.promiseCards}>
          <Promises Icon={IconCheck} {...promises.kept} />
          <Promises Icon={IconX} {...promises.refused} />
        </div>
      </section>
      <Place />
    </>
  )
}

const dayIcons = {
  topic: IconPresentation,
  code: IconCode,
  review: IconMessages,
  show: IconRocket,
  test: IconClipboardCheck,
} as const satisfies Record<Day['icon'], unknown>

function Week() {
  return (
    <section className={css.week} aria-labelledby="week">
      <div className={page.page}>
        <h2 id="week" className={page.sectionTitle}>
          A week with us
        </h2>
        <p className={`${page.lead} ${css.lead}`}>{week.text}</p>
        <SampleLabel part={week} />
        <ul className={css.days}>
          {week.days.map(({ name, text, icon }) => {
            const Icon = dayIcons[icon]
            return (
              <li key={name} data-test={icon === 'test' || undefined}>
                <span className={css.icon}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                </span>
                <b>{name}</b>
                <span>{text}</span>
              </li>
            )
          })}
        </ul>
      </div>
    </section>
  )
}

type PromisesProps = {
  readonly Icon: typeof IconCheck
  readonly title: string
  readonly items: readonly string[]
  readonly isSample?: boolean
}

function Promises({ Icon, title, items, isSample }: PromisesProps) {
  return (
    <Card className={css.promise}>
      <h3>{title}</h3>
      <ul>
        {items.map((text) => (
          <li key={text}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <SampleLabel part={{ isSample }} />
    </Card>
  )
}

function Place() {
  return (
    <div className={page.page}>
      <section className={css.place} aria-labelledby="place">
        <div className={css.placeWords}>
          <h2 id="place">Where we are</h2>
          <address>
            {site.address.map((line) => (
              <span key={line}>{line}</span>
            ))}
            <PhoneLink />
            {import.meta.env.HAS_VISITING && <VisitingNote />}
          </address>
          <div className={css.actions}>
            <ButtonLink to={pagePaths.registration} tone="primary" size="hero">
              Join Now
              <IconArrowRight aria-hidden="true" />
            </ButtonLink>
            <ButtonLink to={pagePaths.contact} size="hero">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <div className={css.map}>
          <StreetMapIllustration />
        </div>
      </section>
    </div>
  )
}
