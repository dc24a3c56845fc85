import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { decode } from './decode.ts'

const teal = { r: 4, g: 100, b: 118 }
const plain = (width: number, height: number, background: object = teal) =>
  sharp({ create: { width, height, channels: 3, background } })
const pngOf = (width: number, height: number, background?: object) =>
  plain(width, height, background).png().toBuffer()
const jpegOf = (width: number, height: number) => plain(width, height).jpeg().toBuffer()

/** All there is in a PNG, but its pixels are zeros that pack to almost nothing. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const empty = Buffer.alloc(0)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', empty),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

it.each([
  ['JPEG', () => jpegOf(60, 40)],
  ['PNG', () => pngOf(60, 40)],
  ['WebP', () => plain(60, 40).webp().toBuffer()],
])('takes a %s and gives a PNG', async (_name, make) => {
  const picture = await decode(await make())
  expect(picture).toMatchObject({ width: 60, height: 40 })
  expect(picture?.png.subarray(1, 4).toString()).toBe('PNG')
})

it('turns a photo upright and forgets where it was taken', async () => {
  const photo = await plain(60, 40)
    .withExif({ IFD0: { Artist: 'CANARY' }, IFD3: { GPSLatitude: '18/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>CANARY</a></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const picture = await decode(photo)
  expect(picture).toMatchObject({ width: 40, height: 60 })
  expect(picture?.png.includes('CANARY')).toBe(false)
  expect(picture?.png.includes('eXIf')).toBe(false)
})

it('makes a large picture small enough for a screen, and leaves a small one', async () => {
  expect(await decode(await jpegOf(4_000, 3_000))).toMatchObject({ width: 2_000, height: 1_500 })
  expect(await decode(await jpegOf(1_999, 10))).toMatchObject({ width: 1_999, height: 10 })
})

it('takes the first frame of an animation', async () => {
  const frames = [await pngOf(20, 20, { r: 255, g: 0, b: 0 }), await pngOf(20, 20)]
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const picture = await decode(animation)
  expect(picture).toMatchObject({ width: 20, height: 20 })
  const { dominant } = await sharp(picture?.png).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})

it('takes the trailers that cameras and phones append', async () => {
  const photo = await jpegOf(60, 40)
  const second = await jpegOf(6, 4)
  expect(await decode(Buffer.concat([photo, second]))).toMatchObject({ width: 60 })
  expect(await decode(Buffer.concat([photo, Buffer.from('vivo{"model":"V29"}')]))).not.toBe(null)
})

it.each([
  ['nothing', async () => Buffer.alloc(0)],
  ['text', async () => Buffer.from('not a picture at all')],
  [
    'SVG',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['GIF', async () => Buffer.from('R0lGODlhAQABAAAAACw=', 'base64')],
  ['TIFF', async () => Buffer.from('49492a0008000000', 'hex')],
  ['PDF', async () => Buffer.from('%PDF-1.7\n%%EOF')],
  ['a JPEG’s first bytes and no more', async () => (await jpegOf(60, 40)).subarray(0, 20)],
  ['half a JPEG', async () => half(await jpegOf(600, 400))],
  ['half a PNG', async () => half(await noise('png'))],
  ['half a WebP', async () => half(await noise('webp'))],
  ['a PNG with a flipped bit', async () => flipped(await noise('png'))],
  ['a PNG that is a page too', async () => after(await pngOf(9, 9), '<script>alert(1)</script>')],
  ['a JPEG that is a page too', async () => after(await jpegOf(9, 9), '<HTML><body>')],
  ['a JPEG that is PHP too', async () => after(await jpegOf(9, 9), '<?php system($_GET[0]);')],
  ['a WebP that is a PDF too', async () => after(await noise('webp'), '%PDF-1.7')],
  [
    'a PNG that is an archive too',
    async () => after(await pngOf(9, 9), `PK\x05\x06${'\0'.repeat(18)}`),
  ],
  ['more than 25 megapixels', () => jpegOf(5_001, 5_000)],
  ['more than 5 MB', async () => after(await pngOf(9, 9), '\0'.repeat(5 * 1024 * 1024))],
])('does not take %s', async (_name, make) => {
  expect(await decode(await make())).toBe(null)
})

it('does not open a bomb of 30,000 by 30,000, and needs no memory to tell', async () => {
  const bytes = bomb(30_000)
  expect(bytes.length).toBeLessThan(1_000_000)
  const before = process.memoryUsage().rss
  for (let time = 0; time < 5; time += 1) expect(await decode(bytes)).toBe(null)
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
})

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

function after(bytes: Buffer, text: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')])
}

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 0x10
  return copy
}

function noise(format: 'png' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 90, height: 90, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}
