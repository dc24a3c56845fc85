import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeHTMLStrict } from 'entities'
import sharp from 'sharp'
import { findInstituteFile, readOwnColors } from '../../institute-folder.ts'
import { sharePictureSize } from '../site/share-picture.ts'
import { pageColors } from './site-icons.ts'
import { canDraw, drawText, type TextBox } from './text-pictures.ts'

type SharedWords = { readonly title: string; readonly name: string }

/**
 * Draws the picture that other sites show beside a link, for each built page that names one: the
 * words that the page itself tells them, so that none is ever stale.
 */
export async function drawSharePictures(folder: string): Promise<void> {
  for (const page of globSync('**/*.html', { cwd: folder })) {
    const html = readFileSync(join(folder, page), 'utf8')
    const address = readMeta(html, 'og:image')
    if (!address) continue
    const file = join(folder, new URL(address).pathname)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, await drawSharePicture(readSharedWords(html)))
  }
}

function readSharedWords(html: string): SharedWords {
  const name = readMeta(html, 'og:site_name')
  const parts = readMeta(html, 'og:title').split(' | ')
  return { name, title: parts.filter((part) => part !== name).join(' | ') }
}

function readMeta(html: string, property: string): string {
  const [, content = ''] = new RegExp(`property="${property}" content="([^"]*)"`).exec(html) ?? []
  return decodeHTMLStrict(content)
}

const icon = { size: 72, left: 80, top: 64 }
const nameBox: TextBox = {
  left: icon.left + icon.size + 22,
  top: icon.top - 6,
  width: 540,
  height: icon.size + 12,
  sizes: [44, 38, 32, 28],
}
const titleBox: TextBox = {
  left: icon.left,
  top: 180,
  width: 620,
  height: 390,
  sizes: [84, 76, 68, 60, 52, 44, 36, 30],
}

/** Words with a letter that none of our fonts has are left out, rather than drawn as empty boxes. */
export async function drawSharePicture({ title, name }: SharedWords): Promise<Buffer> {
  const colour = colors.get('--gray-9') ?? '#091619'
  const hasTitle = title !== '' && canDraw(title)
  const texts = canDraw(name) ? [{ text: name, box: hasTitle ? nameBox : titleBox }] : []
  if (hasTitle) texts.push({ text: title, box: titleBox })
  const own = sharp(readFileSync(findInstituteFile('icon.svg')), { density: (72 * icon.size) / 32 })
  const mark = await own.resize(icon.size, icon.size, { fit: 'inside' }).png().toBuffer()
  const layers = [{ input: mark, left: icon.left, top: icon.top }]
  for (const { text, box } of texts) {
    const { data, info } = await drawText(text, box, colour)
    const top = box.top + Math.round((box.height - info.height) / 2)
    layers.push({ input: data, left: box.left, top })
  }
  return sharp(Buffer.from(drawGround()))
    .composite(layers)
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer()
}

const colors = readOwnColors()

/** Bottom up: top, left and right face. The institute's own steps win over the product's. */
const slabs = [
  [8, '#0b5566', 9, '#063b49', 9, '#04323f'],
  [7, '#0f6c7f', 8, '#08495a', 9, '#063b49'],
  [6, '#1c8699', 7, '#0d5e6f', 8, '#094f5f'],
  [5, '#3aa5b3', 6, '#177887', 7, '#116776'],
  [3, '#83d2d8', 4, '#3f9aa6', 5, '#34858f'],
] as const

function drawGround(): string {
  const { width, height } = sharePictureSize
  const step = 62
  const faces = [
    ...slabs.map(([top, a, left, b, right, c]) => [
      colors.get(`--peacock-${top}`) ?? a,
      colors.get(`--peacock-${left}`) ?? b,
      colors.get(`--peacock-${right}`) ?? c,
    ]),
    [
      colors.get('--marigold-4') ?? '#f9b735',
      colors.get('--marigold-6') ?? '#d48903',
      colors.get('--marigold-7') ?? '#b97603',
    ],
  ]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<rect width="${width}" height="${height}" fill="${pageColors.light}"/>
<ellipse cx="940" cy="566" rx="170" ry="17" fill="#091619" opacity=".09"/>
${faces.map((own, level) => drawSlab(376 - level * step, own)).join('\n')}
</svg>`
}

/** `y` is that of the topmost corner. */
function drawSlab(y: number, [top = '', left = '', right = '']: readonly string[]): string {
  const [x, halfWidth, halfDepth, thickness] = [940, 172, 78, 30]
  const [west, east, side, front] = [x - halfWidth, x + halfWidth, y + halfDepth, y + 2 * halfDepth]
  const drawFace = (points: string, colour: string) =>
    `<polygon points="${points}" fill="${colour}" stroke="${colour}" stroke-width="5" stroke-linejoin="round"/>`
  return [
    drawFace(
      `${west},${side} ${x},${front} ${x},${front + thickness} ${west},${side + thickness}`,
      left,
    ),
    drawFace(
      `${east},${side} ${x},${front} ${x},${front + thickness} ${east},${side + thickness}`,
      right,
    ),
    drawFace(`${x},${y} ${east},${side} ${x},${front} ${west},${side}`, top),
  ].join('')
}

if (import.meta.main) await drawSharePictures(process.argv[2] ?? '')
