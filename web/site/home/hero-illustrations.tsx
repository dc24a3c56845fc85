import { useEffect, useRef, useState } from 'react'
import { hero } from '#institute/home.ts'
import { layerDrawings } from '../../illustrations/stack-illustration.tsx'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import { runWhenNear } from '../run-when-near.ts'
import css from './hero-illustrations.module.css'

const faces = [...layerFaces, highlightedFaces]
const step = 52

/** The stack of the hero with a name at each layer; the names are text, so they stay readable. */
export function StackFigure() {
  const figure = useRef<HTMLElement>(null)
  const assembly = useAssembly(figure)
  return (
    <figure
      ref={figure}
      className={css.figure}
      data-assembly={assembly}
      aria-label={hero.layersLabel}
    >
      <svg viewBox="0 0 352 462" className={css.stack} aria-hidden="true">
        <ellipse cx="176" cy="442" rx="139" ry="15" fill="#091619" opacity=".09" />
        {faces.map((face, level) => (
          <g
            key={hero.layers[level]}
            className={css.layer}
            style={{ animationDelay: `${level * 80}ms` }}
          >
            <StackLayer
              x={176}
              y={266 - level * step}
              halfWidth={148}
              halfDepth={74}
              thickness={22}
              edge={5}
              faces={face}
            >
              {layerDrawings[level]}
            </StackLayer>
          </g>
        ))}
      </svg>
      <ul className={css.names}>
        {hero.layers.toReversed().map((name, fromTop) => (
          <li key={name}>
            <span style={{ background: faces.at(-1 - fromTop)?.top }} aria-hidden="true" />
            {name}
          </li>
        ))}
      </ul>
    </figure>
  )
}

let hasAssembled = false

/**
 * The built page assembles the stack at once, by its stylesheet alone. Where that would be out of
 * sight it waits until it is seen; after a return to the page it stands.
 */
function useAssembly(figure: { readonly current: Element | null }) {
  const [assembly, setAssembly] = useState<'now' | 'waits' | 'done'>(hasAssembled ? 'done' : 'now')
  useEffect(() => {
    const { current } = figure
    if (hasAssembled || !current) return
    const handleSight = () => {
      hasAssembled = true
      setAssembly('now')
    }
    if (current.getBoundingClientRect().top > window.innerHeight) setAssembly('waits')
    return runWhenNear(current, -15, handleSight)
  }, [figure])
  return assembly
}
