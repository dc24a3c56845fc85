import sharp from 'sharp'
import { expect, it } from 'vitest'
import { buildIco, buildSiteIcons } from './site-icons.ts'

it('draws each icon in its size, and writes a manifest that names them', async () => {
  const icons = new Map((await buildSiteIcons()).map(({ fileName, source }) => [fileName, source]))
  for (const [name, size] of [
    ['apple-touch-icon.png', 180],
    ['icon-192.png', 192],
    ['icon-512.png', 512],
  ] as const) {
    const metadata = await sharp(icons.get(name) as Buffer).metadata()
    expect(metadata).toMatchObject({ format: 'png', width: size, height: size })
  }
  const manifest = JSON.parse(String(icons.get('manifest.webmanifest')))
  expect(manifest.icons.map(({ src }: { src: string }) => icons.has(src.slice(1)))).toEqual([
    true,
    true,
  ])
})

it('puts the images of a favicon where its entries say', () => {
  const drawings = [16, 48].map((size) => ({ size, png: Buffer.from(`png of ${size}`) }))
  const ico = buildIco(drawings)
  for (const [index, { size, png }] of drawings.entries()) {
    const entry = 6 + 16 * index
    const [length, offset] = [ico.readUInt32LE(entry + 8), ico.readUInt32LE(entry + 12)]
    expect(ico.readUInt8(entry)).toBe(size)
    expect(ico.subarray(offset, offset + length)).toEqual(png)
  }
})
