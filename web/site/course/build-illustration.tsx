import type { ReactNode } from 'react'
import type { Month } from '../../institute/words.ts'

const backgrounds: Readonly<Record<Month['picture'], string>> = {
  page: 'var(--tile)',
  components: 'var(--tile-deep)',
  calls: 'var(--tile)',
  tables: 'var(--tile-deep)',
  cloud: 'var(--tile)',
  checks: 'var(--tile-warm)',
}

const drawings: Readonly<Record<Month['picture'], ReactNode>> = {
  page: (
    <>
      <g transform="translate(44 26)">
        <rect width="176" height="140" rx="10" fill="var(--surface)" />
        <path d="M0 10a10 10 0 0110-10h156a10 10 0 0110 10v12H0z" fill="#0b5566" />
        <circle cx="12" cy="11" r="3.5" fill="#f9b735" />
        <rect x="16" y="38" width="80" height="10" rx="5" fill="var(--text)" />
        <rect x="16" y="56" width="64" height="7" rx="3.5" fill="var(--border-2)" />
        <rect x="16" y="69" width="72" height="7" rx="3.5" fill="var(--border-2)" />
        <rect x="16" y="88" width="46" height="16" rx="8" fill="#f9b735" />
        <rect x="112" y="38" width="48" height="66" rx="7" fill="var(--tile-sky)" />
        <path d="M118 96l14-20 10 12 8-14 6 22z" fill="#279baa" />
      </g>
    </>
  ),
  components: (
    <>
      <path
        d="M132 44v22M132 66H64v20M132 66h68v20M132 66v20"
        stroke="#3aa5b3"
        strokeWidth="2.5"
        fill="none"
      />
      <g fontFamily="var(--font-mono)" fontWeight="600" fontSize="13" textAnchor="middle">
        <rect x="89" y="18" width="86" height="32" rx="9" fill="#f9b735" />
        <text x="132" y="39" fill="#3d2602">
          {'<Shop/>'}
        </text>
        <rect x="24" y="86" width="80" height="30" rx="9" fill="#83d2d8" />
        <text x="64" y="106" fill="#04323f">
          {'<Nav/>'}
        </text>
        <rect x="111" y="86" width="42" height="30" rx="9" fill="#83d2d8" />
        <text x="132" y="106" fill="#04323f">
          {'</>'}
        </text>
        <rect x="160" y="86" width="80" height="30" rx="9" fill="#83d2d8" />
        <text x="200" y="106" fill="#04323f">
          {'<Cart/>'}
        </text>
      </g>
    </>
  ),
  calls: (
    <>
      <g>
        <rect x="24" y="48" width="70" height="54" rx="9" fill="var(--surface)" />
        <rect x="24" y="48" width="70" height="14" rx="7" fill="#0b5566" />
        <rect x="34" y="72" width="40" height="6" rx="3" fill="var(--border-2)" />
        <rect x="34" y="84" width="28" height="6" rx="3" fill="var(--border-2)" />
      </g>
      <path
        d="M102 66h52m-8-7l9 7-9 7M156 88h-52m8-7l-9 7 9 7"
        stroke="var(--link)"
        strokeWidth="3"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <g>
        <rect x="166" y="30" width="74" height="26" rx="7" fill="#0f6c7f" />
        <rect x="166" y="62" width="74" height="26" rx="7" fill="#0b5566" />
        <rect x="166" y="94" width="74" height="26" rx="7" fill="#08495a" />
        <circle cx="180" cy="43" r="4" fill="#f9b735" />
        <circle cx="180" cy="75" r="4" fill="#83d2d8" />
        <circle cx="180" cy="107" r="4" fill="#83d2d8" />
        <path
          d="M196 43h32M196 75h32M196 107h32"
          stroke="#53b9c3"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </>
  ),
  tables: (
    <>
      <g>
        <path d="M34 48v56c0 10 20 18 44 18s44-8 44-18V48" fill="#177887" />
        <path
          d="M34 76c0 10 20 18 44 18s44-8 44-18"
          fill="none"
          stroke="var(--tile-deep)"
          strokeWidth="3"
        />
        <ellipse cx="78" cy="48" rx="44" ry="17" fill="#53b9c3" />
      </g>
      <path
        d="M126 76h26"
        stroke="#f9b735"
        strokeWidth="3"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      <g>
        <rect x="156" y="36" width="86" height="80" rx="9" fill="var(--surface)" />
        <path d="M156 45a9 9 0 019-9h68a9 9 0 019 9v11h-86z" fill="#f9b735" />
        <path d="M156 76h86M156 96h86M186 56v60" stroke="var(--border-2)" strokeWidth="2" />
        <path
          d="M194 66h34M194 86h24M194 106h30M164 66h12M164 86h12M164 106h12"
          stroke="#7f8e90"
          strokeWidth="4"
          strokeLinecap="round"
        />
      </g>
    </>
  ),
  cloud: (
    <>
      <g strokeLinecap="round" strokeLinejoin="round">
        <path d="M18 112h228" stroke="var(--tile-sky)" strokeWidth="6" />
        <g>
          <rect x="8" y="76" width="54" height="36" rx="7" fill="var(--surface)" />
          <text
            x="35"
            y="99"
            textAnchor="middle"
            fontFamily="var(--font-mono)"
            fontWeight="600"
            fontSize="13"
            fill="var(--on-primary-soft)"
          >
            push
          </text>
          <path d="M67 94h14m-6-6l7 6-7 6" stroke="var(--link)" strokeWidth="3" fill="none" />
          <rect x="87" y="76" width="50" height="36" rx="7" fill="#0f6c7f" />
          <path d="M101 94l8 8 14-15" stroke="#fff" strokeWidth="4.5" fill="none" />
          <path d="M142 94h14m-6-6l7 6-7 6" stroke="var(--link)" strokeWidth="3" fill="none" />
        </g>
        <path
          d="M198 112a22 22 0 01-2-44 27 27 0 0152-2 20 20 0 014 46z"
          fill="#0b5566"
          transform="translate(11 13) scale(.88)"
        />
        <path d="M208 102V85m-8 8l8-8 8 8" stroke="#f9b735" strokeWidth="4.5" fill="none" />
      </g>
    </>
  ),
  checks: (
    <>
      <g transform="translate(40 22)">
        <rect width="184" height="140" rx="10" fill="var(--surface)" />
        <path d="M0 10a10 10 0 0110-10h164a10 10 0 0110 10v12H0z" fill="#0b3b47" />
        <g strokeLinecap="round" strokeLinejoin="round" fill="none">
          <path
            d="M18 46l6 6 11-12M18 72l6 6 11-12M18 98l6 6 11-12"
            stroke="var(--ok)"
            strokeWidth="4"
          />
          <path d="M48 47h52M48 73h40M48 99h46" stroke="#7f8e90" strokeWidth="5" />
        </g>
        <path d="M146 40l26 9v20c0 17-11 27-26 33-15-6-26-16-26-33V49z" fill="#0f6c7f" />
        <path
          d="M134 70l9 9 16-18"
          stroke="#fff"
          strokeWidth="5"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </g>
    </>
  ),
}

/** The project of a month, darker at night; never cropped, whatever room there is. */
export function BuildIllustration({ of }: { of: Month['picture'] }) {
  return (
    <svg
      viewBox="0 0 264 150"
      preserveAspectRatio="xMidYMax meet"
      style={{ background: backgrounds[of] }}
      aria-hidden="true"
    >
      {drawings[of]}
    </svg>
  )
}
