import sharp from 'sharp'
import { componentTree, gitMerge } from './graphs.ts'
import { drawIdentityCard } from './identity-card.ts'
import * as layouts from './layouts.ts'

const drawings = {
  'box-model': layouts.boxModel,
  'flex-column-end': layouts.flexColumnEnd,
  'flex-centre': layouts.flexCentre,
  'flex-between': layouts.flexBetween,
  'flex-around': layouts.flexAround,
  'flex-evenly': layouts.flexEvenly,
  'grid-halves': layouts.gridHalves,
  'grid-two-one': layouts.gridTwoOne,
  'grid-one-two': layouts.gridOneTwo,
  'grid-thirds': layouts.gridThirds,
  'component-tree': componentTree,
  'git-merge': gitMerge,
} as const

export const cardShades = [0, 80, 160, 240]

export type PictureName = keyof typeof drawings
export type Pictures = ReadonlyMap<string, Buffer>

/**
 * Every picture as PNG. To be called before the server decodes its first upload: from then on the
 * process reads no SVG any more.
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
