import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'

const boardLayers = [layerFaces[1], layerFaces[3], highlightedFaces]

const students = [
  { x: 228, skin: '#a5673f', shirt: '#0f6c7f', hair: '#1d120c' },
  { x: 358, skin: '#8d5630', shirt: '#d23937', hair: '#120b07' },
  { x: 488, skin: '#b97a4c', shirt: '#24703b', hair: '#2a1a12' },
] as const

export function ClassroomIllustration({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 560 390"
      className={className}
      role="img"
      aria-label="A drawn classroom: a trainer at a board with a stack, three students at screens"
    >
      <path d="M0 390V60a24 24 0 0124-24h512a24 24 0 0124 24v330z" fill="var(--tile)" />
      <rect x="196" y="70" width="270" height="150" rx="12" fill="var(--tile-deep)" />
      <rect x="188" y="216" width="286" height="12" rx="6" fill="#d48903" />
      <g transform="translate(214 84) scale(.62)">
        {boardLayers.map((faces, level) => (
          <StackLayer
            key={faces.top}
            x={75}
            y={95 - level * 31}
            halfWidth={62}
            halfDepth={31}
            thickness={14}
            edge={3}
            faces={faces}
          />
        ))}
      </g>
      <g fontFamily="var(--font-mono)" fontWeight="600" fontSize="15">
        <text x="330" y="112" fill="#fdca67">
          month 3
        </text>
        <text x="330" y="140" fill="#83d2d8">
          app.get(
        </text>
        <text x="346" y="162" fill="#98dea6">
          {"'/courses'"}
        </text>
        <text x="330" y="184" fill="#83d2d8">
          )
        </text>
      </g>
      <g transform="translate(118 134)">
        <g transform="translate(0 0) scale(1.05)">
          <path d="M-30 62c0-24 12-36 30-36s30 12 30 36z" fill="#f9b735" />
          <circle cx="0" cy="6" r="19" fill="#a5673f" />
          <path
            d="M-20 4c-1-17 9-25 21-25S22-13 20 5c-4-9-10-12-20-12s-16 3-20 11z"
            fill="#2a1a12"
          />
        </g>
        <path d="M28 44l62-30" stroke="#f9b735" strokeWidth="14" strokeLinecap="round" />
        <rect x="-31.5" y="60" width="63" height="66" rx="4" fill="#f9b735" />
        <path d="M-31 122h62l-3 96H6L0 146l-6 72h-22z" fill="#0b3b47" />
        <path d="M-30 218h26M4 218h26" stroke="#091619" strokeWidth="9" strokeLinecap="round" />
      </g>
      <rect y="330" width="560" height="60" fill="var(--tile-sky)" />
      {students.map((student) => (
        <StudentAtDesk key={student.x} {...student} />
      ))}
      <g transform="translate(486 60)">
        <circle cx="26" cy="26" r="24" fill="var(--surface)" />
        <path
          d="M26 11v15l9 7"
          stroke="var(--text)"
          strokeWidth="4.5"
          fill="none"
          strokeLinecap="round"
        />
      </g>
    </svg>
  )
}

/** `x` is the middle of the desk. */
function StudentAtDesk({ x, skin, shirt, hair }: (typeof students)[number]) {
  return (
    <g>
      <g transform={`translate(${x} 318)`}>
        <rect x="-58" width="116" height="10" rx="4" fill="#d48903" />
        <path d="M-46 10v40M46 10v40" stroke="#b97603" strokeWidth="7" strokeLinecap="round" />
        <rect x="-30" y="-38" width="60" height="38" rx="5" fill="#0c1f25" />
        <rect x="-24" y="-32" width="48" height="26" rx="2" fill="#14343d" />
        <path
          d="M-18 -26h18M-12 -19h24M-12 -12h14"
          stroke="#83d2d8"
          strokeWidth="3.4"
          strokeLinecap="round"
        />
      </g>
      <g transform={`translate(${x - 50} 316)`}>
        <rect x="-8" y="14" width="16" height="18" fill={skin} />
        <path d="M-38 96V62c0-24 14-36 38-36s38 12 38 36v34z" fill={shirt} />
        <circle r="22" fill={hair} />
      </g>
    </g>
  )
}
