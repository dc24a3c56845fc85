/** The browser cannot read this file as a picture. */
export class UnreadableImageError extends Error {}

export type DecodeImageOptions = {
  readonly maxSide: number
  readonly signal: AbortSignal
  /** Gets the share of the file that has been read, 0 to 1; at 1 only scaling is left. */
  readonly onProgress: (share: number) => void
}

/** Draws the picture upright on a canvas within `maxSide`; only the pixels of the file remain. */
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

/** Reads in chunks: a photo in cloud storage is downloaded as it is read, which can take long. */
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

/** Gives the upright size without decoding the pixels. */
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

/** Decodes and scales off the main thread if the browser supports it. */
async function decodeScaled(
  bytes: Blob,
  image: HTMLImageElement,
  maxSide: number,
): Promise<ImageSource> {
  const { naturalWidth: width, naturalHeight: height } = image
  // One side only: the browser keeps the aspect ratio, also of a photo that it rotates.
  const target =
    width >= height
      ? { resizeWidth: Math.min(width, maxSide) }
      : { resizeHeight: Math.min(height, maxSide) }
  try {
    return await createImageBitmap(bytes, { ...target, resizeQuality: 'high' })
  } catch {
    // Older browsers lack these options, and some cannot decode what they can show.
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

/** A new JPEG of the canvas, without any metadata of the original. */
export async function toJpeg(canvas: HTMLCanvasElement, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.88)
  })
  if (!blob) throw new UnreadableImageError('This device has no memory left for a picture')
  return new File([blob], name, { type: blob.type })
}

export type ImageSize = { readonly width: number; readonly height: number }

/** The size scaled down so that no side exceeds `maxSide`; at least one pixel each. */
export function fitInside({ width, height }: ImageSize, maxSide: number): ImageSize {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
