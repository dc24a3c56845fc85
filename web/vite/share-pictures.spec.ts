import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { drawSharePicture, drawSharePictures } from './share-pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'share-pictures-'))
afterAll(() => rmSync(folder, { recursive: true }))

const toPage = (path: string, title: string) =>
  `<meta property="og:site_name" content="Ravi &amp; Sons"/><meta property="og:title" content="${title} | Ravi &amp; Sons"/>` +
  `<meta property="og:image" content="https://ravi.example/share/${path}.png"/>`

it('draws the title of each page, and nothing for a page that names no picture', async () => {
  mkdirSync(join(folder, 'course'))
  writeFileSync(join(folder, 'course/index.html'), toPage('course', 'Terms &amp; fees'))
  writeFileSync(join(folder, '__spa-fallback.html'), '<title>Ravi</title>')
  await drawSharePictures(folder)
  const drawn = readFileSync(join(folder, 'share/course.png'))
  expect(await sharp(drawn).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  expect(drawn).toEqual(await drawSharePicture({ title: 'Terms & fees', name: 'Ravi & Sons' }))
  expect(drawn).not.toEqual(await drawSharePicture({ title: 'Terms', name: 'Ravi & Sons' }))
})

/** The edges of what is drawn left of the slabs, in pixels. */
async function findWords(picture: Buffer) {
  const width = 740
  const { data } = await sharp(picture)
    .extract({ left: 0, top: 0, width, height: 630 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const dark = [...data.keys()].filter((place) => (data[place] ?? 255) < 100)
  const columns = dark.map((place) => place % width)
  const last = dark.at(-1) ?? 0
  return {
    left: columns.reduce((least, x) => Math.min(least, x), width),
    right: columns.reduce((most, x) => Math.max(most, x), 0),
    top: Math.floor((dark[0] ?? 0) / width),
    bottom: Math.floor(last / width),
  }
}

it.each([
  ['International Institute for Technologies', 'Blog'],
  ['Ravi', 'How to prepare for a timed test of sixty questions without panic, '.repeat(4)],
  ['Donaudampfschifffahrtsgesellschaftsschule', 'Rindfleischetikettierungsüberwachungsaufgabe'],
  ['Łódź', 'Zażółć gęślą jaźń'],
])('has room for %s: %s', async (name, title) => {
  const { left, right, top, bottom } = await findWords(await drawSharePicture({ name, title }))
  expect(left).toBeGreaterThanOrEqual(78)
  expect(right).toBeLessThanOrEqual(722)
  expect(top).toBeGreaterThan(40)
  expect(bottom).toBeLessThan(590)
  expect(right - left).toBeGreaterThan(150)
})

it('draws no empty boxes for letters that our font lacks', async () => {
  const withoutTitle = await drawSharePicture({ title: '', name: 'Sahyadri' })
  expect(await drawSharePicture({ title: '\u0936\u092c\u094d\u0926', name: 'Sahyadri' })).toEqual(
    withoutTitle,
  )
})

/** Machines hint letters in their own way, which moves edges by parts of a pixel. */
const mostHinting = 50
const shrink = (picture: Buffer) =>
  sharp(picture).resize({ width: 240 }).greyscale().raw().toBuffer()

it('draws the same picture on a machine without fonts', async () => {
  const words = { title: 'Full Stack, week by week', name: 'Zażółć' }
  const fonts = join(folder, 'fonts.conf')
  writeFileSync(fonts, '<?xml version="1.0"?><fontconfig></fontconfig>')
  const module = JSON.stringify(join(import.meta.dirname, 'share-pictures.ts'))
  const script = `const { drawSharePicture } = await import(${module})
    process.stdout.write((await drawSharePicture(${JSON.stringify(words)})).toString('base64'))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', script],
    { env: { ...process.env, FONTCONFIG_FILE: fonts }, maxBuffer: 1e7 },
  )
  const [there, here] = await Promise.all(
    [Buffer.from(stdout, 'base64'), await drawSharePicture(words)].map(shrink),
  )
  const differences = [...(here ?? [])].map((shade, place) =>
    Math.abs(shade - (there?.[place] ?? 0)),
  )
  expect(Math.max(...differences)).toBeLessThan(mostHinting)
}, 60_000)
