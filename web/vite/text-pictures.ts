import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp, { type OutputInfo } from 'sharp'
import subsetFont from 'subset-font'

// Words as pictures, in the display font of the pages, whatever fonts the machine has.

export type TextBox = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** In pixels; the first that lets the words fit is taken. */
  readonly sizes: readonly number[]
}

const modules = resolve(import.meta.dirname, '../../node_modules')
const family = 'Gabarito'
const fontFolder = join(modules, '@fontsource-variable/gabarito')
const ranges: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(fontFolder, 'unicode.json'), 'utf8'),
)

const codes = Object.values(ranges)
  .flatMap((list) => list.split(','))
  .flatMap((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16))
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
const letters = new Set(codes.map((code) => String.fromCodePoint(code)))

export function canDraw(text: string): boolean {
  return [...text].every((letter) => letters.has(letter))
}

/** Drawn larger, since machines hint small letters in their own way, which moves them. */
const scale = 4

/** @returns a picture that is cut to what is drawn, as large as the box allows. */
export async function drawText(text: string, box: TextBox, colour: string) {
  const fontfile = await loadFonts()
  const draw = (size: number) =>
    sharp({
      text: {
        text: `<span foreground="${colour}">${escapeMarkup(text)}</span>`,
        font: `${family} ${size * scale}px`,
        fontfile,
        width: box.width * scale,
        dpi: 72,
        rgba: true,
      },
    })
      .png({ compressionLevel: 1 })
      .toBuffer({ resolveWithObject: true })
  const fits = ({ info }: Drawn) =>
    info.width <= box.width * scale && info.height <= box.height * scale
  let drawn: Drawn | undefined
  for (const size of box.sizes) {
    drawn = await draw(size)
    if (fits(drawn)) break
  }
  const { data, info } = drawn ?? (await draw(1))
  return sharp(data)
    .resize({
      width: Math.min(box.width, Math.round(info.width / scale)),
      height: Math.min(box.height, Math.round(info.height / scale)),
      fit: 'inside',
    })
    .png()
    .toBuffer({ resolveWithObject: true })
}

type Drawn = { readonly data: Buffer; readonly info: OutputInfo }

const escapeMarkup = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

let loaded: Promise<string> | undefined

/** A font file that was drawn with once stays known: letters that one lacks come from another. */
function loadFonts(): Promise<string> {
  loaded ??= Promise.all(Object.keys(ranges).map(writeFont)).then(async (files) => {
    for (const fontfile of files)
      await sharp({ text: { text: '.', font: family, fontfile } }).toBuffer()
    return files.at(-1) ?? ''
  })
  return loaded
}

/** The font of browsers is compressed and variable: this is its bold cut, as libraries read it. */
async function writeFont(range: string): Promise<string> {
  const source = readFileSync(join(fontFolder, `files/gabarito-${range}-wght-normal.woff2`))
  const cache = join(modules, '.cache/fonts')
  const stamp = createHash('sha256').update(source).digest('hex').slice(0, 12)
  const file = join(cache, `gabarito-${range}-bold-${stamp}.ttf`)
  if (existsSync(file)) return file
  const font = await subsetFont(source, [...letters].join(''), {
    targetFormat: 'truetype',
    variationAxes: { wght: 700 },
  })
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, font)
  return file
}
