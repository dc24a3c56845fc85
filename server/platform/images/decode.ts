import { fileTypeFromBuffer } from 'file-type'
import sharp, { type PngOptions } from 'sharp'
import {
  findSizeError,
  type ImageErrorCode,
  type ImagePurpose,
  maxChunks,
  maxImageBytes,
  maxPixels,
  maxStoredSide,
} from '#core/images/image-limits.ts'
import { type Refusal, refuse } from '#core/refusal.ts'

export type Picture = { readonly png: Buffer; readonly width: number; readonly height: number }

const timeoutSeconds = 20

const types = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp'])

// libvips can use only these three decoders, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread per picture and no cache: answers in a running exam come first.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Re-encodes a picture: upright, no larger than its purpose needs, the first frame of an animation,
 * without metadata, trailer or colour profile.
 */
export async function decode(
  bytes: Buffer,
  use: ImagePurpose,
): Promise<Picture | Refusal<ImageErrorCode>> {
  if (bytes.length > maxImageBytes) return refuse('not-a-picture')
  if (hasTooManyChunks(bytes)) return refuse('too-many-chunks')
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !types.has(type.mime) || isPolyglot(bytes)) return refuse('not-a-picture')
  try {
    // Reads only the file's header, so the size does not matter.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    const error = findSizeError(width, height)
    return error ? refuse(error) : await reencode(bytes, use)
  } catch {
    // libvips throws one kind of error for everything that can be wrong with a picture.
    return refuse('not-a-picture')
  }
}

const maxIdentityBytes = 3_000_000
const fullColour = { compressionLevel: 7 } as const
/** A byte a pixel at most: 2.6 MB for 1,600 by 1,600, where full colour took up to 11.9 MB. */
const fewColours = { palette: true, effort: 1, compressionLevel: 7 } as const

async function reencode(bytes: Buffer, use: ImagePurpose): Promise<Picture> {
  const picture = await encode(bytes, use, fullColour)
  if (use === 'question' || picture.png.length <= maxIdentityBytes) return picture
  // A grainy photo: with 256 dithered colours, print and faces stay as readable.
  return encode(bytes, use, fewColours)
}

async function encode(bytes: Buffer, use: ImagePurpose, options: PngOptions): Promise<Picture> {
  const side = maxStoredSide[use]
  const input = { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true } as const
  const { data, info } = await sharp(bytes, input)
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .png(options)
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: info.width, height: info.height }
}

const signatures =
  /<(?:(?:[Ss][Cc][Rr][Ii][Pp][Tt]|[Hh][Tt][Mm][Ll]|[Ii][Ff][Rr][Aa][Mm][Ee]|svg)[\s>]|!(?:doctype|DOCTYPE) |\?php\s)|%PDF-/
const endOfZip = Buffer.from('PK\x05\x06', 'latin1')
const maxZipEndBytes = 65_557

/**
 * A picture that is also a web page, a program or an archive. Re-encoding would drop that part, but
 * nobody sends one by accident. Data that cameras append to a JPEG is allowed.
 */
function isPolyglot(bytes: Buffer): boolean {
  const tail = bytes.subarray(-maxZipEndBytes)
  return tail.includes(endOfZip) || signatures.test(bytes.toString('latin1'))
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const startOfScan = Buffer.from([0xff, 0xda])
const maxScans = 100

/** A file of very many small chunks takes any decoder seconds to read. */
function hasTooManyChunks(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).equals(pngSignature)) {
    return hasMoreThanAllowed(bytes, 8, (at) => at + 12 + bytes.readUInt32BE(at))
  }
  if (bytes.toString('latin1', 8, 12) === 'WEBP') {
    return hasMoreThanAllowed(bytes, 12, (at) => {
      const length = bytes.readUInt32LE(at + 4)
      return at + 8 + length + (length % 2)
    })
  }
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return hasTooManySegments(bytes)
  return false
}

function hasMoreThanAllowed(bytes: Buffer, from: number, next: (at: number) => number): boolean {
  let count = 0
  for (let at = from; at + 8 <= bytes.length; at = next(at)) {
    count += 1
    if (count > maxChunks) return true
  }
  return false
}

/** Each scan of a JPEG goes over the whole picture; within one, 0xFF is always followed by 0. */
function hasTooManySegments(bytes: Buffer): boolean {
  let scans = 0
  for (let at = bytes.indexOf(startOfScan); at >= 0; at = bytes.indexOf(startOfScan, at + 2)) {
    scans += 1
    if (scans > maxScans) return true
  }
  return hasMoreThanAllowed(bytes.subarray(0, bytes.indexOf(startOfScan) + 2), 2, (at) =>
    bytes[at] === 0xff ? at + 2 + bytes.readUInt16BE(at + 2) : bytes.length,
  )
}
