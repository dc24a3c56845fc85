import { drawCircle, drawLine, drawSvg, hatched } from './shapes.ts'

type Point = readonly [number, number]

const root: Point = [320, 50]
const middle: readonly Point[] = [
  [170, 170],
  [470, 170],
]
const leaves: readonly Point[] = [
  [90, 300],
  [250, 300],
  [400, 300],
  [540, 300],
]

/** Two hatched leaves below the left branch. */
export const componentTree = drawSvg(640, 350, [
  ...middle.map((point) => drawLine([root, point])),
  ...leaves.map((point, index) => drawLine([middle[index < 2 ? 0 : 1] ?? root, point])),
  ...[root, ...middle].map(([x, y]) => drawCircle(x, y, 30)),
  ...leaves.map(([x, y], index) => drawCircle(x, y, 30, index < 2 ? hatched : undefined)),
])

const main: readonly Point[] = [60, 180, 300, 420, 560].map((x) => [x, 90] as const)
const branch: readonly Point[] = [250, 370, 470].map((x) => [x, 220] as const)

/** A branch that leaves the main line and comes back in the hatched commit. */
export const gitMerge = drawSvg(640, 310, [
  drawLine(main),
  drawLine([main[1] ?? root, ...branch, main[4] ?? root]),
  ...[...main.slice(0, 4), ...branch].map(([x, y]) => drawCircle(x, y, 22)),
  ...main.slice(4).map(([x, y]) => drawCircle(x, y, 26, hatched)),
])
