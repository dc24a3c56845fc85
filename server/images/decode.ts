import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import type { Picture } from '../deps.ts'
import { takeTurns } from '../turns.ts'
import { hidesAnotherFile } from './polyglot.ts'

const largestBytes = 5 * 1024 * 1024
const mostPixels = 25_000_000
/** On the long side: enough to read a document or a diagram at twice the size of the screen. */
const longestSide = 2_000
const longestSeconds = 20

const types = new Set(['image/jpeg', 'image/png', 'image/apng', 'image/webp'])

// Whatever a file claims to be, libvips has only these three ways to read it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One thread a picture and nothing kept: answers of a running exam come first.
sharp.concurrency(1)
sharp.cache(false)

const inTurn = takeTurns({ atOnce: 2, mostWaiting: 100, jobSeconds: 0.5 })

/**
 * Upright, at most 2,000 pixels wide and high, of an animation the first frame, and nothing of
 * the file itself: no metadata, no trailer, no colour profile.
 */
export async function decode(bytes: Buffer): Promise<Picture | null> {
  if (bytes.length > largestBytes) return null
  const type = await fileTypeFromBuffer(bytes)
  if (!type || !types.has(type.mime) || hidesAnotherFile(bytes)) return null
  return inTurn(() => encodeAnew(bytes))
}

async function encodeAnew(bytes: Buffer): Promise<Picture | null> {
  try {
    const { data, info } = await sharp(bytes, {
      limitInputPixels: mostPixels,
      failOn: 'error',
      autoOrient: true,
    })
      .timeout({ seconds: longestSeconds })
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 7 })
      .toBuffer({ resolveWithObject: true })
    return { png: data, width: info.width, height: info.height }
  } catch {
    // libvips has one kind of error for all that can be wrong with a picture.
    return null
  }
}
