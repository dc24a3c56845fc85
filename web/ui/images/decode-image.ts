import { fitInside, type ImageSize } from './fit-inside.ts'

/** The browser has no way to read this file as a picture. */
export class UnreadableImageError extends Error {}

export type DecodeImageOptions = {
  readonly maxSide: number
  readonly signal: AbortSignal
  /** 0 to 1 of the file that has been read; 1 says that only the picture is still made smaller. */
  readonly onProgress: (share: number) => void
}

/** Upright and no longer than asked, as a canvas: nothing but pixels is left of the file. */
export async function decodeImage(
  file: File,
  options: DecodeImageOptions,
): Promise<HTMLCanvasElement> {
  const { maxSide, signal, onProgress } = options
  const bytes = await readFile(file, options)
  onProgress(1)
  const image = await loadImage(bytes)
  try {
    signal.throwIfAborted()
    const source = await decodeScaled(bytes, image, maxSide)
    signal.throwIfAborted()
    return drawScaled(source, maxSide)
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** A photo that lies in a cloud is fetched while it is read: that is what takes long. */
async function readFile(file: File, { signal, onProgress }: DecodeImageOptions): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = file.stream().getReader()
  let count = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return new Blob(chunks, { type: file.type })
      chunks.push(value)
      count += value.length
      onProgress(Math.min(0.99, count / file.size))
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new UnreadableImageError('The file cannot be read', { cause })
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Knows its size, upright, before any pixel is decoded. */
export function loadImage(bytes: Blob): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => {
      URL.revokeObjectURL(image.src)
      reject(new UnreadableImageError('The file is no picture that this browser knows'))
    }
    image.src = URL.createObjectURL(bytes)
  })
}

type ImageSource = CanvasImageSource & ImageSize & { readonly close?: () => void }

/** Decoded and made smaller beside the main thread, where the browser can. */
async function decodeScaled(
  bytes: Blob,
  image: HTMLImageElement,
  maxSide: number,
): Promise<ImageSource> {
  const { naturalWidth: width, naturalHeight: height } = image
  // One side only: the browser keeps the shape, also of a photo that it has to turn.
  const target =
    width >= height
      ? { resizeWidth: Math.min(width, maxSide) }
      : { resizeHeight: Math.min(height, maxSide) }
  try {
    return await createImageBitmap(bytes, { ...target, resizeQuality: 'high' })
  } catch {
    // Older browsers know no such options, and some cannot decode what they can show.
    await image.decode().catch((cause: unknown) => {
      throw new UnreadableImageError('The picture is damaged or too large for this device', {
        cause,
      })
    })
    return image
  }
}

function drawScaled(source: ImageSource, maxSide: number): HTMLCanvasElement {
  const size =
    source instanceof HTMLImageElement
      ? { width: source.naturalWidth, height: source.naturalHeight }
      : source
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fitInside(size, maxSide))
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadableImageError('This device has no memory left for a picture')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  source.close?.()
  return canvas
}

/** A new JPEG of what stands on a canvas, and of nothing else. */
export async function toJpeg(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.88)
  })
  if (!blob) throw new UnreadableImageError('This device has no memory left for a picture')
  return new File([blob], name, { type: blob.type })
}
