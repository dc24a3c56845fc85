import { drawBox, drawSvg, frame, hatched, plainBox } from './shapes.ts'

const white = 'fill="#ffffff" stroke="#1d3557" stroke-width="3"'

/** From outside: margin, border, padding (hatched), content. */
export const boxModel = drawSvg(640, 360, [
  drawBox(20, 20, 600, 320, frame),
  drawBox(90, 70, 460, 220, 'fill="#1d3557"'),
  drawBox(104, 84, 432, 192, hatched),
  drawBox(190, 130, 260, 100, white),
])

/** Three boxes under one another, at the right and at the top. */
export const flexColumnEnd = drawSvg(640, 360, [
  drawBox(20, 20, 600, 320, frame),
  ...[160, 110, 200].map((width, index) => drawBox(610 - width, 30 + index * 74, width, 64)),
])

const [rowStart, rowWidth, boxWidth] = [12, 336, 56]

/** Three boxes in a row, at these distances from the start of the row. */
function drawRow(starts: readonly number[]): string {
  return drawSvg(360, 120, [
    drawBox(rowStart, 12, rowWidth, 96, frame),
    ...starts.map((start) => drawBox(rowStart + start, 30, boxWidth, 60)),
  ])
}

const free = rowWidth - 3 * boxWidth
const drawSpread = (before: number, between: number) =>
  drawRow([0, 1, 2].map((index) => before + index * (boxWidth + between)))

export const flexCentre = drawSpread(free / 2, 0)
export const flexBetween = drawSpread(0, free / 2)
export const flexAround = drawSpread(free / 6, free / 3)
export const flexEvenly = drawSpread(free / 4, free / 4)

/** Two rows of a grid whose columns have these shares. */
function drawGrid(shares: readonly number[]): string {
  const gap = 14
  const room = rowWidth - gap * (shares.length - 1)
  const sum = shares.reduce((total, share) => total + share)
  const cells = shares.map((share, index) => {
    const before = shares.slice(0, index).reduce((total, one) => total + one, 0)
    return { x: rowStart + (before / sum) * room + index * gap, width: (share / sum) * room }
  })
  return drawSvg(
    360,
    160,
    [14, 87].flatMap((y) => cells.map(({ x, width }) => drawBox(x, y, width, 59, plainBox))),
  )
}

export const gridHalves = drawGrid([1, 1])
export const gridTwoOne = drawGrid([2, 1])
export const gridOneTwo = drawGrid([1, 2])
export const gridThirds = drawGrid([1, 1, 1])
