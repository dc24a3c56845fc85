const svgProps = { viewBox: '0 0 298 168', preserveAspectRatio: 'xMidYMid slice' } as const

/** A page with a heading, and the tag for it. */
export function WebPageIllustration() {
  return (
    <svg {...svgProps} aria-hidden="true">
      <rect width="298" height="168" fill="#d8f3f4" />
      <g transform="translate(58 34)">
        <rect width="182" height="150" rx="10" fill="#fff" />
        <path d="M0 10a10 10 0 0110-10h162a10 10 0 0110 10v14H0z" fill="#0b5566" />
        <circle cx="13" cy="12" r="3.5" fill="#f9b735" />
        <circle cx="25" cy="12" r="3.5" fill="#53b9c3" />
        <rect x="16" y="40" width="86" height="10" rx="5" fill="#091619" />
        <rect x="16" y="58" width="70" height="7" rx="3.5" fill="#c6d0d0" />
        <rect x="16" y="72" width="78" height="7" rx="3.5" fill="#c6d0d0" />
        <rect x="16" y="92" width="46" height="16" rx="8" fill="#f9b735" />
        <rect x="116" y="40" width="50" height="68" rx="7" fill="#b3e6e8" />
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
      <rect width="298" height="168" fill="#0b3b47" />
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
