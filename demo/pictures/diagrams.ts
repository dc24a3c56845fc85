/** The pictures contain no text, so a machine without fonts draws them alike. */
export const ink = '#1d3557'
export const paleInk = '#9fb3c8'
export const fill = '#cfe3f1'

export function drawBox(
  x: number,
  y: number,
  width: number,
  height: number,
  style = plainBox,
): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" ${style}/>`
}

export const plainBox = `fill="${fill}" stroke="${ink}" stroke-width="3"`
const frame = `fill="none" stroke="${paleInk}" stroke-width="3" stroke-dasharray="8 6"`
const hatched = `fill="url(#hatch)" stroke="${ink}" stroke-width="3"`

export function drawCircle(x: number, y: number, radius: number, style = plainBox): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" ${style}/>`
}

export function drawLine(points: readonly (readonly [number, number])[], width = 4): string {
  const path = points.map(([x, y]) => `${x},${y}`).join(' ')
  return `<polyline points="${path}" fill="none" stroke="${ink}" stroke-width="${width}"
    stroke-linecap="round" stroke-linejoin="round"/>`
}

export function drawSvg(width: number, height: number, shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"
    width="${width}" height="${height}">
    <defs><pattern id="hatch" width="12" height="12" patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"><rect width="12" height="12" fill="#fff4d6"/>
      <rect width="4" height="12" fill="#e09f3e"/></pattern></defs>
    <rect width="100%" height="100%" fill="#ffffff"/>${shapes.join('')}</svg>`
}

const white = 'fill="#ffffff" stroke="#1d3557" stroke-width="3"'

/** From outside: margin, border, padding (hatched), content. */
export const boxModel = drawSvg(640, 360, [
  drawBox(20, 20, 600, 320, frame),
  drawBox(90, 70, 460, 220, 'fill="#1d3557"'),
  drawBox(104, 84, 432, 192, hatched),
  drawBox(190, 130, 260, 100, white),
])

/** Three boxes in a column, at the right and at the top. */
export const flexColumnEnd = drawSvg(640, 360, [
  drawBox(20, 20, 600, 320, frame),
  ...[160, 110, 200].map((width, index) => drawBox(610 - width, 30 + index * 74, width, 64)),
])

const [rowStart, rowWidth, boxWidth] = [12, 336, 56]

/** Three boxes in a row, at these offsets from its start. */
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

/** A branch that leaves the main line and is merged in the hatched commit. */
export const gitMerge = drawSvg(640, 310, [
  drawLine(main),
  drawLine([main[1] ?? root, ...branch, main[4] ?? root]),
  ...[...main.slice(0, 4), ...branch].map(([x, y]) => drawCircle(x, y, 22)),
  ...main.slice(4).map(([x, y]) => drawCircle(x, y, 26, hatched)),
])
