import { highlightedFaces, StackLayer } from '../../illustrations/stack-layer.tsx'

const markStroke = { stroke: '#3d2602', fill: 'none', strokeLinecap: 'round' } as const
const doneFaces = [
  { top: '#0f6c7f', left: '#08495a', right: '#063b49' },
  { top: '#53b9c3', left: '#2a8c98', right: '#217984' },
] as const
const forcedFaces = [
  { top: '#b2bdbc', left: '#8a9899', right: '#7f8e90' },
  { top: '#d5dbd6', left: '#a9b4b3', right: '#9aa6a6' },
] as const

export function CompletionIllustration({ isDone, isLate }: { isDone: boolean; isLate: boolean }) {
  const size = { x: 110, halfWidth: 75, halfDepth: 37.5, thickness: 15, edge: 4 }
  const isSaved = isDone || isLate
  const [lower, middle] = isSaved ? doneFaces : forcedFaces
  return (
    <svg
      viewBox={isLate ? '0 0 300 170' : '0 0 220 170'}
      width={isLate ? 272 : 200}
      aria-hidden="true"
    >
      <StackLayer {...size} y={74.5} faces={lower} />
      <StackLayer {...size} y={44.5} faces={middle} />
      <StackLayer {...size} y={14.5} faces={isLate ? middle : highlightedFaces}>
        {isSaved ? (
          <path d="M31 66L59 70L51 17" strokeWidth={11} strokeLinejoin="round" {...markStroke} />
        ) : (
          <>
            <path d="M28 28L54 54" strokeWidth={12} {...markStroke} />
            <circle cx={73} cy={73} r={8} fill="#3d2602" />
          </>
        )}
      </StackLayer>
      {isLate && (
        <>
          <path d="M190 52h16" stroke="var(--warn)" strokeWidth={3} strokeDasharray="2 5" />
          <StackLayer
            x={252}
            y={30}
            halfWidth={42}
            halfDepth={21}
            thickness={12}
            edge={3}
            faces={highlightedFaces}
          >
            <circle cx={50} cy={50} r={24} strokeWidth={9} {...markStroke} />
            <path d="M50 38V52H60" strokeWidth={8} {...markStroke} />
          </StackLayer>
        </>
      )}
    </svg>
  )
}
