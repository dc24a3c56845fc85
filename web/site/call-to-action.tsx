import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import css from './call-to-action.module.css'
import { PhoneLink } from './phone-link.tsx'

/** Leads on from the end of a page. */
export function CallToAction() {
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
