/** Identity pictures are shown to staff only; question pictures are part of a paper. */
export type ImagePurpose = 'identity' | 'question'

const maxImageMegabytes = 5
export const maxImageBytes = maxImageMegabytes * 1024 * 1024
/** On the long side, in pixels: enough to read a document, or a diagram at twice the screen's size. */
export const maxStoredSide: Readonly<Record<ImagePurpose, number>> = {
  identity: 1_600,
  question: 2_000,
}
export const maxPixels = 25_000_000
const maxSide = 12_000
const maxAspectRatio = 50
/** A photo has a few dozen chunks, segments and scans; a hostile file has hundreds of thousands. */
export const maxChunks = 1_000

export const notAPictureError = `This file is not a picture we can read. Use a JPEG, PNG or WebP file of up to ${maxImageMegabytes} MB.`

export const imageErrors = {
  'not-a-picture': notAPictureError,
  'too-many-pixels': `This picture has more than ${maxPixels / 1e6} megapixels. Use a smaller one.`,
  'too-long': 'This picture is more than 12,000 pixels on one side. Use a smaller one.',
  'too-narrow': `This picture is more than ${maxAspectRatio} times as long as wide. Crop it to what matters.`,
  'too-many-chunks':
    'This picture is stored in an unusual way. Open it on your device, save a copy and use that.',
} as const
export type ImageErrorCode = keyof typeof imageErrors

export function findSizeError(width: number, height: number): ImageErrorCode | null {
  const [short, long] = width < height ? [width, height] : [height, width]
  if (long > maxSide) return 'too-long'
  if (width * height > maxPixels) return 'too-many-pixels'
  return long > short * maxAspectRatio ? 'too-narrow' : null
}
