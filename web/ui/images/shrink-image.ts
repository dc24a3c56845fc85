import { maxImageBytes, maxPixels } from '#core/images/image-limits.ts'
import { isHeic } from '../form/image-file.ts'
import { type DecodeImageOptions, decodeImage, loadImage, toJpeg } from './decode-image.ts'

/** The file itself if the server accepts it, else a smaller JPEG. Throws what `decodeImage` throws. */
export async function shrinkImage(file: File, options: DecodeImageOptions): Promise<File> {
  if (await isAccepted(file)) return file
  const shrunk = await toJpeg(await decodeImage(file, options), file.name)
  options.signal.throwIfAborted()
  return shrunk
}

async function isAccepted(file: File): Promise<boolean> {
  if (file.size > maxImageBytes || (await isHeic(file))) return false
  return (await countPixels(file)) <= maxPixels
}

/** 0 if the browser cannot read it: the server may be able to, or says what is wrong with it. */
async function countPixels(file: File): Promise<number> {
  try {
    const image = await loadImage(file)
    URL.revokeObjectURL(image.src)
    return image.naturalWidth * image.naturalHeight
  } catch {
    return 0
  }
}
