import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

/** Pictures that a server may refuse or keep, but that must not block it; each below 5 MB. */
export async function createHostilePictures(): Promise<Readonly<Record<string, Buffer>>> {
  const noise = await sharp({
    create: {
      width: 1200,
      height: 900,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer()
  return {
    'empty chunks': createPngWithEmptyChunks(430_000),
    bomb: createFlatPng(30_000, 30_000),
    'just under the limit of pixels': createFlatPng(5_000, 5_000),
    'a sliver': createFlatPng(12, 12_000),
    'a long line': createFlatPng(100_000, 1),
    'cut in the middle': noise.subarray(0, noise.length >> 1),
    'a page that says it is a picture': Buffer.from('<svg onload="alert(1)"/>'),
  }
}

/** Black, one bit per pixel: tiny as a file and huge in memory. */
function createFlatPng(width: number, height: number): Buffer {
  const pixels = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    signature,
    encodeHeader(width, height),
    encodeChunk('IDAT', deflateSync(pixels)),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A valid picture of one pixel after `count` empty chunks. */
function createPngWithEmptyChunks(count: number): Buffer {
  const empty = encodeChunk('teSt', Buffer.alloc(0))
  return Buffer.concat([
    signature,
    encodeHeader(1, 1),
    Buffer.alloc(empty.length * count, empty),
    encodeChunk('IDAT', deflateSync(Buffer.alloc(2))),
    encodeChunk('IEND', Buffer.alloc(0)),
  ])
}

function encodeHeader(width: number, height: number): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data[8] = 1
  return encodeChunk('IHDR', data)
}

function encodeChunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length, 0)
  typeAndData.copy(whole, 4)
  whole.writeUInt32BE(crc32(typeAndData), data.length + 8)
  return whole
}
