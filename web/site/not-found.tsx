import { pagePaths } from '#contract/page-paths.ts'
import { ButtonLink } from '../kit/button.tsx'
import { layers, lit, Slab } from '../kit/slab.tsx'
import { titled } from '../kit/title.ts'
import css from './not-found.module.css'

export const meta = titled('Page not found')

const slab = { x: 170, halfWidth: 135, halfDepth: 66, thickness: 20, edge: 4 }

export default function NotFoundScreen() {
  return (
    <div className={css.page}>
      <svg
        viewBox="0 0 340 400"
        className={css.picture}
        role="img"
        aria-label="A stack of layers with one missing"
      >
        <Slab {...slab} y={224} faces={layers[0]} />
        <Slab {...slab} y={172} faces={layers[1]} />
        <Slab {...slab} y={114} faces="missing" />
        <Slab {...slab} y={52} faces={layers[3]} />
        <Slab {...slab} y={8} faces={lit} />
      </svg>
      <div>
        <p className={css.number}>404</p>
        <h1>This layer is missing</h1>
        <p className={css.lead}>
          There is no page at this address. It may have moved, or the link may be mistyped.
        </p>
        <div className={css.ways}>
          <ButtonLink to={pagePaths.home} tone="primary">
            Go to Home
          </ButtonLink>
          <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
        </div>
      </div>
    </div>
  )
}
