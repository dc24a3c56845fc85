import { circle, drawing, hatched, line } from './shapes.ts'

type Place = readonly [number, number]

const root: Place = [320, 50]
const middle: readonly Place[] = [
  [170, 170],
  [470, 170],
]
const leaves: readonly Place[] = [
  [90, 300],
  [250, 300],
  [400, 300],
  [540, 300],
]

/** Two hatched leaves below the left branch. */
export const componentTree = drawing(640, 350, [
  ...middle.map((place) => line([root, place])),
  ...leaves.map((place, index) => line([middle[index < 2 ? 0 : 1] ?? root, place])),
  ...[root, ...middle].map(([x, y]) => circle(x, y, 30)),
  ...leaves.map(([x, y], index) => circle(x, y, 30, index < 2 ? hatched : undefined)),
])

const main: readonly Place[] = [60, 180, 300, 420, 560].map((x) => [x, 90] as const)
const branch: readonly Place[] = [250, 370, 470].map((x) => [x, 220] as const)

/** A branch that leaves the main line and comes back in the hatched commit. */
export const gitMerge = drawing(640, 310, [
  line(main),
  line([main[1] ?? root, ...branch, main[4] ?? root]),
  ...[...main.slice(0, 4), ...branch].map(([x, y]) => circle(x, y, 22)),
  ...main.slice(4).map(([x, y]) => circle(x, y, 26, hatched)),
])
