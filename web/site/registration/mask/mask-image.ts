import { useEffect, useRef, useState } from 'react'
import { formatForLabel, isHeic } from '../../../ui/form/image-file.ts'
import { decodeImage, toJpeg, UnreadableImageError } from '../../../ui/images/decode-image.ts'
import { type Box, toPixels } from './box.ts'

/** Enough to read a card; the server keeps no more. */
const maxSide = 1600

type DecodedImageState =
  | { readonly status: 'opening'; readonly share: number }
  | { readonly status: 'open'; readonly canvas: HTMLCanvasElement }

/** The picture of a file, once it is opened; another file starts over, and closing gives up. */
export function useDecodedImage(file: File, onFail: () => void): DecodedImageState {
  const [state, setState] = useState<DecodedImageState>({ status: 'opening', share: 0 })
  const onFailRef = useRef(onFail)
  onFailRef.current = onFail

  useEffect(() => {
    const controller = new AbortController()
    setState({ status: 'opening', share: 0 })
    decodeImage(file, {
      maxSide,
      signal: controller.signal,
      onProgress: (share) => setState({ status: 'opening', share }),
    }).then(
      (canvas) => {
        if (!controller.signal.aborted) setState({ status: 'open', canvas })
      },
      () => {
        if (!controller.signal.aborted) onFailRef.current()
      },
    )
    return () => controller.abort()
  }, [file])

  return state
}

/** Why a picture did not open, and what to do about it. */
export async function describeOpenError(file: File, label: string): Promise<string> {
  // A file that has gone meanwhile, or lies in a cloud out of reach, cannot even be looked at.
  if (await isHeic(file).catch(() => false)) {
    return 'This photo is in the HEIC format of iPhones, which this browser cannot open. Take a screenshot of the photo and choose that, or set the camera to “Most Compatible” and take it again.'
  }
  return `The file${formatForLabel(label)} cannot be opened. It may be damaged, or too large for this device. Choose another one.`
}

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
