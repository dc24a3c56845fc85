import { IconArrowRight } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import page from '../page.module.css'
import css from './platform-banner.module.css'

export function PlatformBanner() {
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
        <BarrierIllustration className={css.picture} />
      </div>
    </section>
  )
}

const layer = { x: 372, halfWidth: 64, halfDepth: 32, thickness: 16, edge: 4 }
const barrierEnds = [16, 108] as const
const stripes = [-22, 8, 38, 68, 98, 128] as const

/** A path into tech that leaps over a road barrier. */
function BarrierIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 460 330"
      className={className}
      role="img"
      aria-label="A path leaps over a road barrier labelled CS degree"
    >
      <g stroke="#3d7480" strokeWidth="2.5" strokeLinecap="round">
        <path d="M8 286H452" />
        <path d="M26 304H74M118 304H196M292 304H330M380 304H430" stroke="#2b5d69" />
      </g>
      <circle cx="40" cy="272" r="9" fill="#f9b735" />
      <circle
        cx="40"
        cy="272"
        r="17"
        fill="none"
        stroke="#f9b735"
        strokeOpacity=".4"
        strokeWidth="3"
      />
      <Barrier />
      <StackLayer
        {...layer}
        y={206}
        faces={{ ...layerFaces[1], left: '#0b5566', right: '#094554' }}
      />
      <StackLayer
        {...layer}
        y={174}
        faces={{ top: '#53b9c3', left: '#2a8c98', right: '#217984' }}
      />
      <StackLayer {...layer} y={142} faces={highlightedFaces}>
        <path
          d="M21.9 53.1L25 75L46.9 78.1M53.1 21.9L75 25L78.1 46.9M35.2 27.3L64.8 72.7"
          stroke="#3d2602"
          strokeWidth="7"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </StackLayer>
      <g fill="none" stroke="#f9b735" strokeLinecap="round" strokeLinejoin="round">
        <path d="M40 270C92 70 236 18 322 150" strokeWidth="4" strokeDasharray="2 13" />
        <path d="M312 132l12 21-24-3" strokeWidth="4.5" />
      </g>
    </svg>
  )
}

function Barrier() {
  return (
    <g transform="translate(150 182)">
      <g stroke="#83d2d8" strokeWidth="9" strokeLinecap="round">
        {barrierEnds.map((x) => (
          <path key={x} d={`M${x} 0v104M${x - 14} 104h28`} />
        ))}
      </g>
      <rect x="-8" y="12" width="140" height="46" rx="9" fill="#fff" />
      <text
        x="62"
        y="42"
        textAnchor="middle"
        fontFamily="var(--font-display)"
        fontWeight="700"
        fontSize="21"
        fill="#091619"
      >
        CS degree
      </text>
      <clipPath id="barrier-board">
        <rect x="-8" y="66" width="140" height="18" rx="6" />
      </clipPath>
      <g clipPath="url(#barrier-board)">
        <rect x="-8" y="66" width="140" height="18" fill="#fff" />
        <path d={stripes.map((x) => `M${x} 90l18-32`).join('')} stroke="#d23937" strokeWidth="11" />
      </g>
    </g>
  )
}
