import { IconArrowRight, IconPhone } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { hero } from '#institute/home.ts'
import { site } from '#site'
import { toTelHref } from '../../layout/phone-banner.tsx'
import { ButtonAnchor, ButtonLink } from '../../ui/button.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import page from '../page.module.css'
import css from './hero.module.css'
import { StackFigure } from './hero-illustrations.tsx'

export function Hero() {
  return (
    <section className={css.hero}>
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h1 id={pageTitleId}>
            {hero.title}{' '}
            <span className={css.marked}>
              <Underline />
              <span>{hero.marked}</span>
            </span>
          </h1>
          <p className={`${page.lead} ${css.lead}`}>{hero.lead}</p>
          <div className={css.actions}>
            <ButtonLink to={pagePaths.registration} tone="primary" size="hero">
              Join Now
              <IconArrowRight aria-hidden="true" />
            </ButtonLink>
            <ButtonAnchor
              href={toTelHref(site.phone)}
              size="hero"
              icon={<IconPhone aria-hidden="true" />}
            >
              {site.phone}
            </ButtonAnchor>
          </div>
          <dl className={css.facts}>
            {hero.facts.map(({ title, text }) => (
              <div key={title}>
                <dt>{title}</dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </div>
        <StackFigure />
      </div>
    </section>
  )
}

/** A brush stroke under the words. */
function Underline() {
  return (
    <svg viewBox="0 0 300 26" preserveAspectRatio="none" aria-hidden="true">
      <path
        d="M4 17C60 7 118 5 168 9c44 4 88 6 128 1-38 7-84 10-128 10-56 0-112-2-164-3z"
        fill="currentColor"
      />
    </svg>
  )
}
