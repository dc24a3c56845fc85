import { box, drawing, frame, hatched, plainBox } from './shapes.ts'

const white = 'fill="#ffffff" stroke="#1d3557" stroke-width="3"'

/** From outside: margin, border, padding (hatched), content. */
export const boxModel = drawing(640, 360, [
  box(20, 20, 600, 320, frame),
  box(90, 70, 460, 220, 'fill="#1d3557"'),
  box(104, 84, 432, 192, hatched),
  box(190, 130, 260, 100, white),
])

/** Three boxes under one another, at the right and at the top. */
export const flexColumnEnd = drawing(640, 360, [
  box(20, 20, 600, 320, frame),
  ...[160, 110, 200].map((width, index) => box(610 - width, 30 + index * 74, width, 64)),
])

const [rowStart, rowWidth, boxWidth] = [12, 336, 56]

/** Three boxes in a row, at these distances from the start of the row. */
function row(starts: readonly number[]): string {
  return drawing(360, 120, [
    box(rowStart, 12, rowWidth, 96, frame),
    ...starts.map((start) => box(rowStart + start, 30, boxWidth, 60)),
  ])
}

const free = rowWidth - 3 * boxWidth
const spread = (before: number, between: number) =>
  row([0, 1, 2].map((index) => before + index * (boxWidth + between)))

export const flexCentre = spread(free / 2, 0)
export const flexBetween = spread(0, free / 2)
export const flexAround = spread(free / 6, free / 3)
export const flexEvenly = spread(free / 4, free / 4)

/** Two rows of a grid whose columns have these shares. */
function grid(shares: readonly number[]): string {
  const gap = 14
  const room = rowWidth - gap * (shares.length - 1)
  const sum = shares.reduce((total, share) => total + share)
  const cells = shares.map((share, index) => {
    const before = shares.slice(0, index).reduce((total, one) => total + one, 0)
    return { x: rowStart + (before / sum) * room + index * gap, width: (share / sum) * room }
  })
  return drawing(
    360,
    160,
    [14, 87].flatMap((y) => cells.map(({ x, width }) => box(x, y, width, 59, plainBox))),
  )
}

export const gridHalves = grid([1, 1])
export const gridTwoOne = grid([2, 1])
export const gridOneTwo = grid([1, 2])
export const gridThirds = grid([1, 1, 1])
