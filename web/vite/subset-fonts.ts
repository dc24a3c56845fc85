import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'

const modules = resolve(import.meta.dirname, '../../node_modules')
const cache = join(modules, '.cache/fonts')

const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))
const prose = `${ascii}\u00a0©®°·×½éñ–—‘’“”•…€™`
type FontSubset = {
  readonly name: string
  readonly from: string
  readonly text: string
  readonly weights: { readonly min: number; readonly max: number }
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
  const source = await readFile(
    join(modules, '@fontsource-variable', family, 'files', `${from}-wght-normal.woff2`),
  )
  const recipe = JSON.stringify({ text, weights, plain })
  const stamp = createHash('sha256').update(source).update(recipe).digest('hex')
  const file = join(cache, `${name}.woff2`)
  const stampFile = join(cache, `${name}.stamp`)
  if ((await readTextIfExists(stampFile)) === stamp) return

  const subset = await subsetFont(source, text, {
    targetFormat: 'woff2',
    variationAxes: { wght: weights },
    noLayoutClosure: plain,
  })
  await writeFile(`${file}.${process.pid}`, subset)
  await rename(`${file}.${process.pid}`, file)
  await writeFile(stampFile, stamp)
}

function readTextIfExists(file: string) {
  return readFile(file, 'utf8').catch(() => '')
}
