import type { ReactNode } from 'react'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import type { AboutPart } from '../../institute/words.ts'

const answers = [
  { mark: 'right', width: 84 },
  { mark: 'open', width: 60 },
  { mark: 'wrong', width: 72 },
  { mark: 'open', width: 88 },
] as const

const marks = {
  right: {
    row: 'var(--ok-soft)',
    box: '#24703b',
    text: 'var(--on-ok-soft)',
    sign: 'M16 23l6 6 9-11',
  },
  wrong: {
    row: 'var(--bad-soft)',
    box: '#b02929',
    text: 'var(--on-bad-soft)',
    sign: 'M17 17l12 12M29 17L17 29',
  },
  open: { row: 'var(--surface)', box: 'var(--border)', text: 'var(--border-2)', sign: null },
} as const

type AnswerRowProps = {
  readonly mark: keyof typeof marks
  readonly width: number
  readonly y: number
}

function AnswerRow({ mark, width, y }: AnswerRowProps) {
  const { row, box, text, sign } = marks[mark]
  return (
    <g transform={`translate(24 ${y})`} strokeLinecap="round" strokeLinejoin="round">
      <rect
        x="1"
        y="1"
        width="170"
        height="44"
        rx="10"
        fill={row}
        stroke={sign ? row : '#7f8e90'}
        strokeWidth="2"
      />
      <rect x="9" y="9" width="28" height="28" rx="7" fill={box} />
      {sign && <path d={sign} stroke="#fff" strokeWidth="4" fill="none" />}
      <path d={`M52 23h${width}`} stroke={text} strokeWidth="8" />
    </g>
  )
}

const drawings: Readonly<Record<AboutPart['picture'], ReactNode>> = {
  layers: (
    <>
      <rect width="500" height="320" fill="var(--tile-deep)" />
      <g transform="translate(86 2) scale(1.08)">
        {[layerFaces[1], layerFaces[2], layerFaces[3]].map((faces, level) => (
          <StackLayer
            key={faces.top}
            x={110}
            y={150 - level * 38}
            halfWidth={92}
            halfDepth={46}
            thickness={18}
            edge={4}
            faces={faces}
          >
            {level === 2 && (
              <path
                d="M30 30h40M30 46h28M30 62h34"
                stroke="#b3e6e8"
                strokeWidth="7"
                strokeLinecap="round"
              />
            )}
          </StackLayer>
        ))}
      </g>
      <g transform="translate(286 6) scale(.78)">
        <StackLayer
          x={110}
          y={30}
          halfWidth={92}
          halfDepth={46}
          thickness={18}
          edge={4}
          faces={highlightedFaces}
        >
          <path
            d="M21.9 53.1L25 75L46.9 78.1M53.1 21.9L75 25L78.1 46.9M35.2 27.3L64.8 72.7"
            stroke="#3d2602"
            strokeWidth="7"
            fill="none"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </StackLayer>
      </g>
      <path
        d="M330 116c-6 20-22 32-44 36m12-14l-13 14 16 9"
        fill="none"
        stroke="#f9b735"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  windows: (
    <>
      <rect width="500" height="320" fill="var(--tile)" />
      <g transform="translate(48 66)">
        <rect width="220" height="200" rx="13" fill="#0c1f25" />
        <circle cx="19" cy="18" r="5" fill="#f9b735" />
        <circle cx="35" cy="18" r="5" fill="#2c4850" />
        <circle cx="51" cy="18" r="5" fill="#2c4850" />
        <g strokeWidth="8" strokeLinecap="round">
          <path d="M22 54h52" stroke="#f29ec4" />
          <path d="M86 54h64" stroke="#83d2d8" />
          <path d="M40 80h92" stroke="#d5e4e6" />
          <path d="M40 106h34" stroke="#fdca67" />
          <path d="M86 106h80" stroke="#98dea6" />
          <path d="M58 132h66" stroke="#d5e4e6" />
          <path d="M40 158h50" stroke="#83d2d8" />
          <path d="M22 180h14" stroke="#d5e4e6" />
        </g>
      </g>
      <g transform="translate(226 38)">
        <rect width="226" height="180" rx="13" fill="var(--surface)" />
        <path d="M0 13a13 13 0 0113-13h200a13 13 0 0113 13v15H0z" fill="#0b5566" />
        <rect x="20" y="48" width="98" height="13" rx="6.5" fill="var(--text)" />
        <rect x="20" y="72" width="78" height="8" rx="4" fill="var(--border-2)" />
        <rect x="20" y="88" width="88" height="8" rx="4" fill="var(--border-2)" />
        <rect x="20" y="114" width="70" height="26" rx="9" fill="#f9b735" />
        <rect x="134" y="48" width="72" height="92" rx="9" fill="var(--tile-sky)" />
        <path d="M142 130l20-30 15 18 12-22 10 34z" fill="#279baa" />
      </g>
    </>
  ),
  paper: (
    <>
      <rect width="500" height="320" fill="var(--tile-warm)" />
      <g transform="translate(110 44)">
        <rect width="220" height="300" rx="14" fill="var(--surface)" />
        {answers.map((answer, at) => (
          <AnswerRow key={answer.width} {...answer} y={30 + at * 58} />
        ))}
      </g>
      <g transform="translate(358 92)">
        <circle r="58" fill="#0b3b47" />
        <circle r="44" fill="var(--surface)" />
        <path
          d="M0-26V0l18 13"
          stroke="var(--text)"
          strokeWidth="7"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </>
  ),
}

/** Beside a part of the page, darker at night; the words say what it shows. */
export function PartIllustration({ of }: { of: AboutPart['picture'] }) {
  return (
    <svg viewBox="0 0 500 320" aria-hidden="true">
      {drawings[of]}
    </svg>
  )
}
