import type { ReactNode } from 'react'

type Faces = { readonly top: string; readonly left: string; readonly right: string }

/** Bottom up: the lower a layer, the darker. The top one is highlighted. */
export const layerFaces = [
  { top: '#0b5566', left: '#063b49', right: '#04323f' },
  { top: '#0f6c7f', left: '#08495a', right: '#063b49' },
  { top: '#1c8699', left: '#0d5e6f', right: '#094f5f' },
  { top: '#3aa5b3', left: '#177887', right: '#116776' },
  { top: '#83d2d8', left: '#3f9aa6', right: '#34858f' },
] as const satisfies readonly Faces[]
export const highlightedFaces: Faces = { top: '#f9b735', left: '#d48903', right: '#b97603' }

type StackLayerProps = {
  /** The position of the topmost corner. */
  readonly x: number
  readonly y: number
  readonly halfWidth: number
  readonly halfDepth: number
  readonly thickness: number
  readonly faces: Faces | 'missing'
  readonly edge?: number
  /** Drawn on the top face, in coordinates from 0 to 100. */
  readonly children?: ReactNode
}

/** One layer of the stack, from which all stack illustrations are drawn. */
export function StackLayer({
  x,
  y,
  halfWidth,
  halfDepth,
  thickness,
  faces,
  edge,
  children,
}: StackLayerProps) {
  const left = x - halfWidth
  const right = x + halfWidth
  const side = y + halfDepth
  const front = y + 2 * halfDepth
  if (faces === 'missing') {
    return (
      <path
        d={`M${x} ${y}L${right} ${side}v${thickness}L${x} ${front + thickness}L${left} ${side + thickness}V${side}z M${left} ${side}L${x} ${front}L${right} ${side}M${x} ${front}v${thickness}`}
        fill="none"
        stroke="var(--control-border)"
        strokeWidth={1.6}
        strokeDasharray="5 5"
        strokeLinejoin="round"
      />
    )
  }
  const face = (points: string, colour: string) => (
    <polygon
      points={points}
      fill={colour}
      stroke={colour}
      strokeWidth={edge ?? halfWidth / 32}
      strokeLinejoin="round"
    />
  )
  return (
    <g>
      {face(
        `${left},${side} ${x},${front} ${x},${front + thickness} ${left},${side + thickness}`,
        faces.left,
      )}
      {face(
        `${right},${side} ${x},${front} ${x},${front + thickness} ${right},${side + thickness}`,
        faces.right,
      )}
      {face(`${x},${y} ${right},${side} ${x},${front} ${left},${side}`, faces.top)}
      {children && (
        <g
          transform={`matrix(${halfWidth / 100} ${halfDepth / 100} ${-halfWidth / 100} ${halfDepth / 100} ${x} ${y})`}
        >
          {children}
        </g>
      )}
    </g>
  )
}
