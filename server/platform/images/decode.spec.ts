import { randomBytes } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { ImagePurpose } from '#core/images/image-limits.ts'
import { isRefusal } from '#core/refusal.ts'
import { decode as decodeFor } from './decode.ts'

async function decode(bytes: Buffer, use: ImagePurpose = 'question') {
  const decoded = await decodeFor(bytes, use)
  if (isRefusal(decoded)) throw new Error(decoded.refused)
  return decoded
}

async function findError(bytes: Buffer) {
  const decoded = await decodeFor(bytes, 'question')
  return isRefusal(decoded) ? decoded.refused : null
}

const teal = { r: 4, g: 100, b: 118 }
const createImage = (width: number, height: number, background: object = teal) =>
  sharp({ create: { width, height, channels: 3, background } })
const createPng = (width: number, height: number, background?: object) =>
  createImage(width, height, background).png().toBuffer()
const createJpeg = (width: number, height: number) => createImage(width, height).jpeg().toBuffer()

/** All there is in a PNG, but its pixels are zeros that pack to almost nothing. */
function createBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const pixels = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)), { level: 1 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const empty = Buffer.alloc(0)
  return Buffer.concat([
    signature,
    createChunk('IHDR', header),
    createChunk('IDAT', pixels),
    createChunk('IEND', empty),
  ])
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

it.each([
  ['JPEG', () => createJpeg(60, 40)],
  ['PNG', () => createPng(60, 40)],
  ['WebP', () => createImage(60, 40).webp().toBuffer()],
])('decodes a %s to a PNG', async (_name, make) => {
  const picture = await decode(await make())
  expect(picture).toMatchObject({ width: 60, height: 40 })
  expect(picture.png.subarray(1, 4).toString()).toBe('PNG')
})

it('turns a photo upright and removes its metadata', async () => {
  const photo = await createImage(60, 40)
    .withExif({ IFD0: { Artist: 'CANARY' }, IFD3: { GPSLatitude: '18/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>CANARY</a></x:xmpmeta>')
    .jpeg()
    .toBuffer()
  const picture = await decode(photo)
  expect(picture).toMatchObject({ width: 40, height: 60 })
  expect(picture.png.includes('CANARY')).toBe(false)
  expect(picture.png.includes('eXIf')).toBe(false)
})

it('shrinks a large picture to the size of a screen, and leaves a small one', async () => {
  expect(await decode(await createJpeg(4_000, 3_000))).toMatchObject({
    width: 2_000,
    height: 1_500,
  })
  expect(await decode(await createJpeg(1_999, 40))).toMatchObject({ width: 1_999, height: 40 })
})

it('uses the first frame of an animation', async () => {
  const frames = [await createPng(20, 20, { r: 255, g: 0, b: 0 }), await createPng(20, 20)]
  const animation = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  const picture = await decode(animation)
  expect(picture).toMatchObject({ width: 20, height: 20 })
  const { dominant } = await sharp(picture.png).stats()
  expect(dominant.r).toBeGreaterThan(dominant.b)
})

it('accepts the trailers that cameras and phones append', async () => {
  const photo = await createJpeg(60, 40)
  const second = await createJpeg(6, 4)
  expect(await decode(Buffer.concat([photo, second]))).toMatchObject({ width: 60 })
  expect(await decode(Buffer.concat([photo, Buffer.from('vivo{"model":"V29"}')]))).toMatchObject({
    width: 60,
  })
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
  ['a JPEG’s first bytes and no more', async () => (await createJpeg(60, 40)).subarray(0, 20)],
  ['half a JPEG', async () => takeHalf(await createJpeg(600, 400))],
  ['half a PNG', async () => takeHalf(await createNoise('png'))],
  ['half a WebP', async () => takeHalf(await createNoise('webp'))],
  ['a PNG with a flipped bit', async () => flipBit(await createNoise('png'))],
  [
    'a PNG that is a page too',
    async () => appendText(await createPng(9, 9), '<script>alert(1)</script>'),
  ],
  ['a JPEG that is a page too', async () => appendText(await createJpeg(9, 9), '<HTML><body>')],
  [
    'a JPEG that is PHP too',
    async () => appendText(await createJpeg(9, 9), '<?php system($_GET[0]);'),
  ],
  ['a WebP that is a PDF too', async () => appendText(await createNoise('webp'), '%PDF-1.7')],
  [
    'a PNG that is an archive too',
    async () => appendText(await createPng(9, 9), `PK\x05\x06${'\0'.repeat(18)}`),
  ],
  ['more than 5 MB', async () => appendText(await createPng(9, 9), '\0'.repeat(5 * 1024 * 1024))],
])('refuses %s', async (_name, make) => {
  expect(await findError(await make())).toBe('not-a-picture')
})

it.each([
  ['too-many-pixels', () => createJpeg(5_001, 5_000)],
  ['too-long', () => createJpeg(12_001, 300)],
  ['too-narrow', () => createJpeg(1_001, 20)],
  ['too-many-chunks', async () => createPngWithChunks(1_001)],
  ['too-many-chunks', async () => createPngWithChunks(430_000)],
  ['too-many-chunks', async () => createWebpWithChunks(1_001)],
  ['too-many-chunks', async () => createJpegWithSegments(1_001)],
  ['too-many-chunks', async () => createJpegWithScans(101)],
])('refuses a picture that is %s', async (error, make) => {
  expect(await findError(await make())).toBe(error)
})

it('accepts a picture of as many chunks as are allowed', async () => {
  expect(await decode(await createPngWithChunks(1_000))).toMatchObject({ width: 9 })
})

it('limits an identity picture to 1,600 pixels and 3 MB, whatever it shows', async () => {
  const pixels = randomBytes(1_700 * 1_700 * 3)
  const raw = { width: 1_700, height: 1_700, channels: 3 } as const
  const noisy = await sharp(pixels, { raw }).jpeg({ quality: 40 }).toBuffer()
  const { png, width, height } = await decode(noisy, 'identity')
  expect({ width, height }).toEqual({ width: 1_600, height: 1_600 })
  expect(png.length).toBeLessThan(3_000_000)
})

it('refuses a decompression bomb of 30,000 by 30,000 without using memory', async () => {
  const bytes = createBomb(30_000)
  expect(bytes.length).toBeLessThan(1_000_000)
  const before = process.memoryUsage().rss
  for (let time = 0; time < 5; time += 1) expect(await findError(bytes)).toBe('too-long')
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000)
})

const comment = createChunk('tEXt', Buffer.alloc(0))

/** IHDR, IDAT and IEND, and all the others without content. */
async function createPngWithChunks(count: number): Promise<Buffer> {
  const png = await createPng(9, 9)
  const own = countChunks(png)
  const comments = Buffer.alloc((count - own) * comment.length, comment)
  return Buffer.concat([png.subarray(0, 33), comments, png.subarray(33)])
}

function countChunks(png: Buffer): number {
  let count = 0
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) count += 1
  return count
}

async function createWebpWithChunks(count: number): Promise<Buffer> {
  const webp = await createImage(9, 9).webp().toBuffer()
  return Buffer.concat([webp, Buffer.alloc(count * 8, Buffer.from('JUNK\0\0\0\0', 'latin1'))])
}

async function createJpegWithSegments(count: number): Promise<Buffer> {
  const jpeg = await createJpeg(9, 9)
  const empty = Buffer.from([0xff, 0xfe, 0, 2])
  const segments = Buffer.alloc(count * 4, empty)
  return Buffer.concat([jpeg.subarray(0, 2), segments, jpeg.subarray(2)])
}

async function createJpegWithScans(count: number): Promise<Buffer> {
  const jpeg = await createImage(9, 9).jpeg({ progressive: true }).toBuffer()
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0])
  const scans = Buffer.alloc(count * scan.length, scan)
  return Buffer.concat([jpeg.subarray(0, -2), scans, jpeg.subarray(-2)])
}

function takeHalf(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

function appendText(bytes: Buffer, text: string): Buffer {
  return Buffer.concat([bytes, Buffer.from(text, 'latin1')])
}

function flipBit(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const middle = Math.floor(copy.length / 2)
  copy[middle] = (copy[middle] ?? 0) ^ 0x10
  return copy
}

function createNoise(format: 'png' | 'webp'): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 90, height: 90, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}
