import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../../kit/button.tsx'
import page from '../page.module.css'
import { Leap } from './leap.tsx'
import css from './platform-band.module.css'

export function PlatformBand() {
  return (
    <section className={css.band}>
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h2>FSL - A LEARNING PLATFORM TO HELP YOU JUMP INTO TECH</h2>
          <p>
            A CS degree is no longer a roadblock. What you can build, test and ship is what gets you
            in, and that can be learnt in 6 months.
          </p>
          <ButtonLink to={pagePaths.course} tone="accent" size="hero">
            Explore More
            <IconArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
        <Leap className={css.picture} />
      </div>
    </section>
  )
}
