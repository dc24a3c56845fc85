import { toJpeg, UnreadableImageError } from '../../../ui/images/decode-image.ts'
import { type Box, toPixels } from './box.ts'

/** A new JPEG of the picture with its boxes: what lay under them is in none of its bytes. */
export async function flattenBoxes(
  picture: HTMLCanvasElement,
  boxes: readonly Box[],
  name: string,
): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = picture.width
  canvas.height = picture.height
  const context = canvas.getContext('2d')
  if (!context) throw new UnreadableImageError('This device has no memory left for a picture')
  context.drawImage(picture, 0, 0)
  context.fillStyle = 'black'
  for (const box of boxes) {
    const { x, y, width, height } = toPixels(box, picture)
    context.fillRect(x, y, width, height)
  }
  return toJpeg(canvas, name)
}
