import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const modules = resolve(import.meta.dirname, '../../node_modules')
const cache = join(modules, '.cache/fonts')

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const prose = `${ascii}\u00a0©®°·×½éñ–—‘’“”•…€™`
const listRange = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index))
/** Latin and Greek upright, italic, bold, script and double-struck, with operators and arrows. */
const mathematics = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x2c6, 0x2dd],
  [0x302, 0x30c],
  [0x391, 0x3f6],
  [0x2010, 0x2044],
  [0x20d0, 0x20d7],
  [0x2100, 0x2138],
  [0x2190, 0x21d9],
  [0x2200, 0x22c6],
  [0x22ee, 0x22f1],
  [0x2308, 0x230b],
  [0x23b4, 0x23b5],
  [0x23dc, 0x23e1],
  [0x27e8, 0x27e9],
  [0x27f5, 0x27fa],
  [0x2a7d, 0x2a7e],
  [0x1d400, 0x1d467],
  [0x1d49c, 0x1d4b5],
  [0x1d538, 0x1d56b],
  [0x1d6a4, 0x1d71b],
].reduce((text, [from = 0, to = 0]) => text + listRange(from, to), '')

type FontSubset = {
  readonly name: string
  /** A variable font, or the path of a file in node_modules. */
  readonly from: string
  readonly text: string
  readonly weights?: { readonly min: number; readonly max: number }
  /** Leaves out ligatures and alternate glyphs, such as the figures of Figtree. */
  readonly plain?: boolean
}
const fontSubsets: readonly FontSubset[] = [
  { name: 'figtree', from: 'figtree-latin', text: prose, weights: { min: 400, max: 700 } },
  { name: 'figtree-rupee', from: 'figtree-latin-ext', text: '₹', weights: { min: 400, max: 700 } },
  {
    name: 'gabarito',
    from: 'gabarito-latin',
    text: prose,
    weights: { min: 400, max: 800 },
    plain: true,
  },
  {
    name: 'jetbrains-mono',
    from: 'jetbrains-mono-latin',
    text: prose,
    weights: { min: 400, max: 700 },
    plain: true,
  },
  {
    name: 'stix-two-math',
    from: '@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2',
    text: mathematics,
  },
]

/** Subsets the fonts to the characters that we use, once; `fonts.css` imports them from `@cut/`. */
export function subsetFonts(): Plugin {
  return {
    name: 'cut-fonts',
    async config() {
      await mkdir(cache, { recursive: true })
      await Promise.all(fontSubsets.map(writeFontSubset))
      return {
        resolve: {
          alias: { '@cut': cache, '@full': join(modules, '@fontsource-variable') },
        },
        server: { fs: { allow: [resolve(modules, '..')] } },
      }
    },
  }
}

async function writeFontSubset({ name, from, text, weights, plain }: FontSubset) {
  const family = from.replace(/-latin(-ext)?$/, '')
  const variable = join('@fontsource-variable', family, 'files', `${from}-wght-normal.woff2`)
  const source = await readFile(join(modules, from.endsWith('.woff2') ? from : variable))
  const recipe = JSON.stringify({ text, weights, plain })
  const stamp = createHash('sha256').update(source).update(recipe).digest('hex')
  const file = join(cache, `${name}.woff2`)
  const stampFile = join(cache, `${name}.stamp`)
  if ((await readTextIfExists(stampFile)) === stamp) return

  const subset = await subsetFont(source, text, {
    targetFormat: 'woff2',
    ...(weights && { variationAxes: { wght: weights } }),
    noLayoutClosure: plain,
  })
  await writeFile(`${file}.${process.pid}`, subset)
  await rename(`${file}.${process.pid}`, file)
  await writeFile(stampFile, stamp)
}

function readTextIfExists(file: string) {
  return readFile(file, 'utf8').catch(() => '')
}
