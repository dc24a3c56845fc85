import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Phone } from './phone.tsx'
import css from './ready-band.module.css'

/** The way on from a page that was read to its end. */
export function ReadyBand() {
  return (
    <section className={css.band} aria-labelledby="ready">
      <div>
        <h2 id="ready">Ready when you are</h2>
        <p>
          Register online, or call us on <Phone />.
        </p>
      </div>
      <ButtonLink to={pagePaths.registration} tone="accent" size="hero">
        Join Now
        <IconArrowRight aria-hidden="true" />
      </ButtonLink>
    </section>
  )
}
