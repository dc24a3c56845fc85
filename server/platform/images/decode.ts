import { fileTypeFromBuffer } from 'file-type'
import sharp, { type PngOptions } from 'sharp'
import {
  findSizeError,
  type ImageErrorCode,
  type ImagePurpose,
  maxImageBytes,
  maxPixels,
  maxStoredSide,
} from '#core/images/image-limits.ts'
import { type Refusal, refuse } from '#core/refusal.ts'
import { hasTooManyChunks } from './count-chunks.ts'

export type Picture = { readonly png: Buffer; readonly width: number; readonly height: number }

const timeoutSeconds = 20

const types = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp'])

// Whatever a file claims to be, libvips can use only these three decoders.
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
