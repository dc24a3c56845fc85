import { site } from '#site'
import css from './logo.module.css'
import { layers, lit, Slab } from './slab.tsx'

const small = { x: 16, halfWidth: 12, halfDepth: 6, thickness: 3, edge: 1.4 }

export function Logo() {
  return (
    <span className={css.logo}>
      <svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true">
        <Slab {...small} y={15.5} faces={layers[1]} />
        <Slab {...small} y={9.5} faces={{ top: '#53b9c3', left: '#2a8c98', right: '#217984' }} />
        <Slab {...small} y={3.5} faces={lit} />
      </svg>
      <span>{site.product}</span>
    </span>
  )
}
