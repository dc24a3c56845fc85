import { join } from 'node:path'
import { isBucketUrl, parseBucketUrl } from './bucket-url.ts'
import { createImageFolder, type ImageFiles } from './image-files.ts'

type ImagesSettings = {
  /** A folder or the URL of a bucket. */
  readonly IMAGES_URL?: string | undefined
  readonly DATA_DIR: string
}

/** Null where the images are in a bucket. */
export function getImagesFolder({ IMAGES_URL, DATA_DIR }: ImagesSettings): string | null {
  if (IMAGES_URL === undefined) return join(DATA_DIR, 'images')
  return isBucketUrl(IMAGES_URL) ? null : IMAGES_URL
}

/** `onChange` is called when a bucket fails, and with null when it works again. */
export async function createImageFiles(
  settings: ImagesSettings,
  onChange?: (problem: Error | null) => void,
): Promise<ImageFiles> {
  const folder = getImagesFolder(settings)
  if (folder !== null) return createImageFolder(folder)
  const address = parseBucketUrl(settings.IMAGES_URL ?? '')
  const { createImageBucket } = await import('./image-bucket.ts')
  return createImageBucket(address, onChange && { onChange })
}
