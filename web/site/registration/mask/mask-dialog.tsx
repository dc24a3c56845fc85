import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ImageEditorProps } from '../../../ui/form/image-field.tsx'
import { formatForLabel, formatSize, isHeic } from '../../../ui/form/image-file.ts'
import { decodeImage, toJpeg, UnreadableImageError } from '../../../ui/images/decode-image.ts'
import { Status } from '../../../ui/status.tsx'
import { type Box, createDefaultBoxes, toPixels } from './box.ts'
import { CoverCheck } from './cover-check.tsx'
import { DeskOffer, deskOfferId } from './desk-offer.tsx'
import { MaskBoxes } from './mask-boxes.tsx'
import css from './mask-dialog.module.css'

type MaskDialogProps = ImageEditorProps & {
  readonly label: string
  readonly side: 'front' | 'back'
  /** Leaves the pictures out. */
  readonly onShowAtDesk: () => void
}

/** Covers the card's number in the browser, before the picture is sent. */
export function MaskDialog({ file, label, side, ...on }: MaskDialogProps) {
  const handleFail = async () => on.onFail(await describeOpenError(file, label))
  const picture = useDecodedImage(file, handleFail)
  const [drawing, setDrawing] = useState({
    on: file,
    boxes: createDefaultBoxes(side),
    isChanged: false,
  })
  const boxes = drawing.on === file ? drawing.boxes : createDefaultBoxes(side)
  const hasChanged = drawing.on === file && drawing.isChanged
  const [isBusy, setBusy] = useState(false)
  const [masked, setMasked] = useState<File | null>(null)
  const [askedOf, setAskedOf] = useState<File | null>(null)

  const handleUse = async () => {
    if (picture.status !== 'open' || isBusy) return
    setBusy(true)
    try {
      const result = await flattenBoxes(picture.canvas, boxes, file.name)
      if (hasChanged || askedOf === file) return on.onUse(result)
      setAskedOf(file)
      setMasked(result)
      setBusy(false)
    } catch {
      await handleFail()
    }
  }

  if (masked) {
    return (
      <CoverCheck
        picture={masked}
        label={label}
        onUse={() => on.onUse(masked)}
        onBack={() => setMasked(null)}
        onCancel={on.onCancel}
        onShowAtDesk={on.onShowAtDesk}
      />
    )
  }
  return (
    <Dialog
      closesOnBack
      opened
      onClose={on.onCancel}
      title={`Cover the numbers: ${label}`}
      width={720}
      footer={
        <>
          <Button onClick={on.onCancel} data-autofocus aria-describedby={deskOfferId}>
            Cancel
          </Button>
          <Button
            tone="primary"
            busy={isBusy}
            disabled={picture.status !== 'open'}
            onClick={handleUse}
          >
            Use this picture
          </Button>
        </>
      }
    >
      <DeskOffer onShowAtDesk={on.onShowAtDesk} />
      {picture.status === 'open' ? (
        <MaskBoxes
          canvas={picture.canvas}
          boxes={boxes}
          onChange={(changed) => setDrawing({ on: file, boxes: changed, isChanged: true })}
        />
      ) : (
        <OpeningProgress file={file} share={picture.share} />
      )}
      <div className={css.replace}>
        <Button tone="quiet" onClick={on.onReplace}>
          Replace picture
        </Button>
      </div>
    </Dialog>
  )
}

function OpeningProgress({ file, share }: { file: File; share: number }) {
  return (
    <div className={css.opening}>
      <Status>
        {share < 1 ? 'Opening the picture…' : 'Making the picture smaller…'}
        <small>
          {file.name}, {formatSize(file.size)}
        </small>
      </Status>
      <progress aria-label="Opening the picture" max={1} value={share < 1 ? share * 0.6 : 0.8} />
    </div>
  )
}

/** Pixels; enough to read a card, and the server keeps no more. */
const maxSide = 1600

type DecodedImageState =
  | { readonly status: 'opening'; readonly share: number }
  | { readonly status: 'open'; readonly canvas: HTMLCanvasElement }

/** Decodes the picture of a file; another file starts again, and unmounting cancels. */
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

/** Says why a picture could not be opened, and what to do about it. */
export async function describeOpenError(file: File, label: string): Promise<string> {
  // A file that has been deleted, or is in an unreachable cloud folder, cannot be read at all.
  if (await isHeic(file).catch(() => false)) {
    return 'This photo is in the HEIC format of iPhones, which this browser cannot open. Take a screenshot of the photo and choose that, or set the camera to “Most Compatible” and take it again.'
  }
  return `The file${formatForLabel(label)} cannot be opened. It may be damaged, or too large for this device. Choose another one.`
}

/** Makes a new JPEG of the picture with its boxes; it contains nothing of what they cover. */
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
