import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { banner } from '#institute/home.ts'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
import { HomePart } from './home-part.tsx'
import css from './platform-banner.module.css'

export function PlatformBanner() {
  return (
    <section className={css.band}>
      <div className={`${page.page} ${css.columns}`}>
        <div>
          <h2>{banner.title}</h2>
          <p>{banner.text}</p>
          <ButtonLink to={pagePaths.course} tone="accent" size="hero">
            Explore More
            <IconArrowRight aria-hidden="true" />
          </ButtonLink>
        </div>
        <HomePart className={css.picture}>
          {({ BarrierIllustration }) => <BarrierIllustration />}
        </HomePart>
      </div>
    </section>
  )
}
