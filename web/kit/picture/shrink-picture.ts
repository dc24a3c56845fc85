import { isHeic, largestImageBytes } from '../form/image-file.ts'
import { loadImage, type OpeningOptions, openPicture, toJpeg } from './open-picture.ts'

/** What the server decodes at most. */
const mostPixels = 25_000_000

/** The file itself where the server takes it, else a smaller JPEG. Throws what `openPicture` throws. */
export async function shrinkPicture(file: File, options: OpeningOptions): Promise<File> {
  if (await isTaken(file)) return file
  const small = await toJpeg(await openPicture(file, options), file.name)
  options.signal.throwIfAborted()
  return small
}

async function isTaken(file: File): Promise<boolean> {
  if (file.size > largestImageBytes || (await isHeic(file))) return false
  return (await countPixels(file)) <= mostPixels
}

/** What cannot be shown here may still be known to the server, which says what is wrong with it. */
async function countPixels(file: File): Promise<number> {
  try {
    const image = await loadImage(file)
    URL.revokeObjectURL(image.src)
    return image.naturalWidth * image.naturalHeight
  } catch {
    return 0
  }
}
