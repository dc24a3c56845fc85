import { site } from '#site'
import { highlightedFaces, layerFaces, StackLayer } from '../illustrations/stack-layer.tsx'
import css from './logo.module.css'

const small = { x: 16, halfWidth: 12, halfDepth: 6, thickness: 3, edge: 1.4 }

export function Logo() {
  return (
    <span className={css.logo}>
      <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
        <StackLayer {...small} y={15.5} faces={layerFaces[1]} />
        <StackLayer
          {...small}
          y={9.5}
          faces={{ top: '#53b9c3', left: '#2a8c98', right: '#217984' }}
        />
        <StackLayer {...small} y={3.5} faces={highlightedFaces} />
      </svg>
      <span>{site.product}</span>
    </span>
  )
}
