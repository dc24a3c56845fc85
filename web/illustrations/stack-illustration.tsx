import type { ReactNode } from 'react'
import { stackLabel } from '#institute/frame.ts'
import { highlightedFaces, layerFaces, StackLayer } from './stack-layer.tsx'

/** Six layers of a full stack, bottom up, in the same order as their names. */
export function StackIllustration({
  className,
  faces,
}: {
  className?: string
  faces?: readonly ReactNode[]
}) {
  const step = 52
  return (
    <svg viewBox="0 0 360 480" className={className} role="img" aria-label={stackLabel}>
      <ellipse cx="180" cy="456" rx="150" ry="15" fill="#091619" opacity=".09" />
      {[...layerFaces, highlightedFaces].map((colours, level) => (
        <StackLayer
          // biome-ignore lint/suspicious/noArrayIndexKey: layers never change places
          key={level}
          x={180}
          y={266 - level * step}
          halfWidth={160}
          halfDepth={80}
          thickness={24}
          faces={colours}
        >
          {(faces ?? layerDrawings)[level]}
        </StackLayer>
      ))}
    </svg>
  )
}

/** One layer above two that are still missing. */
export function EmptyStackIllustration({ className }: { className?: string }) {
  const size = { x: 75, halfWidth: 55, halfDepth: 27, thickness: 10, edge: 2.5 }
  return (
    <svg viewBox="0 0 150 112" className={className} aria-hidden="true">
      <StackLayer {...size} y={47} faces="missing" />
      <StackLayer {...size} y={25} faces="missing" />
      <StackLayer {...size} y={5} faces={highlightedFaces} />
    </svg>
  )
}

const line = { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' } as const
export const layerDrawings: readonly ReactNode[] = [
  <path key="page" d="M90 70l4 10-14 14-10-4" stroke="#53b9c3" strokeWidth="3" {...line} />,
  <path key="corner" d="M88 60v28H60" stroke="#83d2d8" strokeWidth="4" {...line} />,
  <g key="rows" fill="#b3e6e8">
    <rect x="76" y="64" width="17" height="6" rx="3" />
    <rect x="76" y="75" width="17" height="6" rx="3" />
    <rect x="76" y="86" width="17" height="6" rx="3" fill="#f9b735" />
  </g>,
  <g key="store" fill="#d8f3f4">
    <circle cx="84" cy="84" r="9" fill="none" stroke="#d8f3f4" strokeWidth="3" />
    <circle cx="84" cy="62" r="5" />
    <circle cx="62" cy="84" r="5" />
  </g>,
  <path
    key="route"
    d="M8 92H92V8"
    stroke="#e6fbfb"
    strokeWidth="3"
    strokeDasharray="1 9"
    opacity=".8"
    {...line}
  />,
  <g key="window">
    <rect x="12" y="12" width="76" height="76" rx="7" fill="#fff6e0" />
    <rect x="12" y="12" width="76" height="15" rx="7" fill="#0b3b47" />
    <circle cx="20" cy="19.5" r="2.6" fill="#f9b735" />
    <circle cx="28" cy="19.5" r="2.6" fill="#83d2d8" />
    <rect x="20" y="36" width="34" height="6" rx="3" fill="#0b5566" />
    <rect x="20" y="47" width="26" height="5" rx="2.5" fill="#d9c08a" />
    <rect x="20" y="56" width="30" height="5" rx="2.5" fill="#d9c08a" />
    <rect x="20" y="69" width="24" height="10" rx="5" fill="#f0a414" />
    <rect x="60" y="36" width="20" height="43" rx="4" fill="#b3e6e8" />
    <path d="M64 60h3.4v14H64zM69 50h3.4v24H69zM74 43h3.4v31H74z" fill="#0f6c7f" />
  </g>,
]
