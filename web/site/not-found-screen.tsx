import { pagePaths } from '#contract/page-paths.ts'
import { highlightedFaces, layerFaces, StackLayer } from '../illustrations/stack-layer.tsx'
import { createTitleMeta } from '../layout/page-title.ts'
import { ButtonLink } from '../ui/button.tsx'
import { pageTitleId } from '../ui/page-title-id.ts'
import css from './not-found-screen.module.css'

export const meta = createTitleMeta('Page not found')

const layer = { x: 170, halfWidth: 135, halfDepth: 66, thickness: 20, edge: 4 }

export default function NotFoundScreen() {
  return (
    <div className={css.page}>
      <svg
        viewBox="0 0 340 400"
        className={css.picture}
        role="img"
        aria-label="A stack of layers with one missing"
      >
        <StackLayer {...layer} y={224} faces={layerFaces[0]} />
        <StackLayer {...layer} y={172} faces={layerFaces[1]} />
        <StackLayer {...layer} y={114} faces="missing" />
        <StackLayer {...layer} y={52} faces={layerFaces[3]} />
        <StackLayer {...layer} y={8} faces={highlightedFaces} />
      </svg>
      <div>
        <p className={css.number}>404</p>
        <h1 id={pageTitleId}>This layer is missing</h1>
        <p className={css.lead}>
          There is no page at this address. It may have moved, or the link may be mistyped.
        </p>
        <div className={css.actions}>
          <ButtonLink to={pagePaths.home} tone="primary">
            Go to Home
          </ButtonLink>
          <ButtonLink to={pagePaths.contact}>Contact Us</ButtonLink>
        </div>
      </div>
    </div>
  )
}
