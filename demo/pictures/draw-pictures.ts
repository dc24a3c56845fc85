import sharp from 'sharp'
import {
  boxModel,
  componentTree,
  drawBox,
  drawCircle,
  drawLine,
  drawSvg,
  fill,
  flexAround,
  flexBetween,
  flexCentre,
  flexColumnEnd,
  flexEvenly,
  gitMerge,
  gridHalves,
  gridOneTwo,
  gridThirds,
  gridTwoOne,
  ink,
  paleInk,
  plainBox,
} from './diagrams.ts'

const drawings = {
  'box-model': boxModel,
  'flex-column-end': flexColumnEnd,
  'flex-centre': flexCentre,
  'flex-between': flexBetween,
  'flex-around': flexAround,
  'flex-evenly': flexEvenly,
  'grid-halves': gridHalves,
  'grid-two-one': gridTwoOne,
  'grid-one-two': gridOneTwo,
  'grid-thirds': gridThirds,
  'component-tree': componentTree,
  'git-merge': gitMerge,
} as const

export const cardShades = [0, 80, 160, 240]

export type PictureName = keyof typeof drawings
export type Pictures = ReadonlyMap<string, Buffer>

/**
 * Every picture as PNG. Must be called before the server decodes its first upload: after that the
 * process no longer reads SVG.
 */
export async function drawPictures(): Promise<Pictures> {
  const cards = cardShades.flatMap((shade) =>
    (['front', 'back'] as const).map((side) => [`${side}-${shade}`, drawIdentityCard(side, shade)]),
  )
  const drawn = [...Object.entries(drawings), ...cards].map(async ([name = '', svg = '']) => {
    const png = await sharp(Buffer.from(svg), { density: 144 }).png().toBuffer()
    return [name, png] as const
  })
  return new Map(await Promise.all(drawn))
}

type Points = readonly (readonly [number, number])[]

/** D E M O, drawn as lines. */
const glyphs: readonly Points[] = [
  [
    [0, 0],
    [0, 40],
    [14, 40],
    [24, 28],
    [24, 12],
    [14, 0],
    [0, 0],
  ],
  [
    [60, 0],
    [40, 0],
    [40, 40],
    [60, 40],
  ],
  [
    [40, 20],
    [56, 20],
  ],
  [
    [76, 40],
    [76, 0],
    [90, 22],
    [104, 0],
    [104, 40],
  ],
  [
    [122, 0],
    [142, 0],
    [142, 40],
    [122, 40],
    [122, 0],
  ],
]

/** An identity card without name or number, with DEMO across it; cards differ in their shade. */
function drawIdentityCard(side: 'front' | 'back', shade: number): string {
  const band = drawBox(0, 0, 640, 74, `fill="hsl(${shade % 360} 45% 45%)"`)
  return drawSvg(640, 400, [band, ...(side === 'front' ? front : back), demo])
}

const demo = glyphs.map((points) => drawLine(points.map(([x, y]) => [468 + x, 18 + y]))).join('')

function drawTextLines(x: number, y: number, widths: readonly number[]): string[] {
  return widths.map((width, index) =>
    drawBox(x, y + index * 34, width, 16, `fill="${paleInk}" stroke="none"`),
  )
}

const portrait = [
  drawBox(36, 110, 150, 180, `fill="${fill}" stroke="${ink}" stroke-width="2"`),
  drawCircle(111, 172, 36, `fill="${paleInk}"`),
  `<path d="M 51 288 Q 111 196 171 288 Z" fill="${paleInk}"/>`,
]

/** Twelve digits, the first eight covered. */
const digits = Array.from({ length: 12 }, (_, index) => {
  const x = 60 + index * 38 + Math.floor(index / 4) * 30
  return index < 8
    ? drawBox(x, 326, 30, 40, `fill="${ink}"`)
    : drawCircle(x + 15, 346, 11, `fill="none" stroke="${ink}" stroke-width="3"`)
})

const front = [...portrait, ...drawTextLines(216, 120, [260, 180, 120, 220]), ...digits]
const back = [
  ...drawTextLines(36, 120, [330, 300, 340, 240, 180]),
  drawBox(440, 110, 160, 160, plainBox),
]
