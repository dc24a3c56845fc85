import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'

const layer = { x: 372, halfWidth: 64, halfDepth: 32, thickness: 16, edge: 4 }
const barrierEnds = [16, 108] as const
const stripes = [-22, 8, 38, 68, 98, 128] as const

/** A path into tech that leaps over a road barrier. */
export function BarrierIllustration() {
  return (
    <svg
      viewBox="0 0 460 330"
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

const svgProps = { viewBox: '0 0 298 168', preserveAspectRatio: 'xMidYMid slice' } as const

/** A page with a heading, and the tag for it. */
export function WebPageIllustration() {
  return (
    <svg {...svgProps} aria-hidden="true">
      <rect width="298" height="168" fill="var(--tile)" />
      <g transform="translate(58 34)">
        <rect width="182" height="150" rx="10" fill="var(--surface)" />
        <path d="M0 10a10 10 0 0110-10h162a10 10 0 0110 10v14H0z" fill="#0b5566" />
        <circle cx="13" cy="12" r="3.5" fill="#f9b735" />
        <circle cx="25" cy="12" r="3.5" fill="#53b9c3" />
        <rect x="16" y="40" width="86" height="10" rx="5" fill="var(--text)" />
        <rect x="16" y="58" width="70" height="7" rx="3.5" fill="var(--border-2)" />
        <rect x="16" y="72" width="78" height="7" rx="3.5" fill="var(--border-2)" />
        <rect x="16" y="92" width="46" height="16" rx="8" fill="#f9b735" />
        <rect x="116" y="40" width="50" height="68" rx="7" fill="var(--tile-sky)" />
        <path d="M122 98l14-20 10 12 8-14 8 22z" fill="#279baa" />
      </g>
      <g transform="translate(22 88)" fontFamily="var(--font-mono)" fontSize="17">
        <rect width="76" height="46" rx="9" fill="#0c1f25" />
        <text x="13" y="30" fill="#83d2d8">
          {'<'}
          <tspan fill="#fdca67">h1</tspan>
          {'>'}
        </text>
      </g>
    </svg>
  )
}

const nodes = [
  { x: 34, width: 82, name: '<Nav/>' },
  { x: 124, width: 50, name: '</>' },
  { x: 182, width: 82, name: '<List/>' },
] as const

/** An app as a tree of components. */
export function ComponentTreeIllustration() {
  return (
    <svg {...svgProps} aria-hidden="true">
      <rect width="298" height="168" fill="var(--tile-deep)" />
      <g stroke="#3aa5b3" strokeWidth="2.5" fill="none">
        <path d="M149 46v26M149 72H75v22M149 72h74v22M149 72v22" />
        <path d="M223 124v14M196 150v-6a6 6 0 016-6h42a6 6 0 016 6v6" />
      </g>
      <g fontFamily="var(--font-mono)" fontSize="13" fontWeight="600" textAnchor="middle">
        <rect x="106" y="22" width="86" height="32" rx="9" fill="#f9b735" />
        <text x="149" y="43" fill="#3d2602">
          {'<App/>'}
        </text>
        {nodes.map(({ x, width, name }) => (
          <g key={name}>
            <rect x={x} y="94" width={width} height="30" rx="9" fill="#83d2d8" />
            <text x={x + width / 2} y="114" fill="#04323f">
              {name}
            </text>
          </g>
        ))}
      </g>
      <rect x="180" y="148" width="32" height="26" rx="7" fill="#177887" />
      <rect x="234" y="148" width="32" height="26" rx="7" fill="#177887" />
    </svg>
  )
}
