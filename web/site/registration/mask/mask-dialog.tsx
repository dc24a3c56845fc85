import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ImageEditorProps } from '../../../ui/form/image-field.tsx'
import { formatSize } from '../../../ui/form/image-file.ts'
import { createDefaultBoxes } from './box.ts'
import { MaskBoxes } from './mask-boxes.tsx'
import css from './mask-dialog.module.css'
import { describeOpenError, flattenBoxes, useDecodedImage } from './mask-image.ts'

type MaskDialogProps = ImageEditorProps & {
  readonly label: string
  readonly side: 'front' | 'back'
}

/** Covers the card's number in the browser, before the picture is sent. */
export default function MaskDialog({ file, label, side, ...on }: MaskDialogProps) {
  const handleFail = async () => on.onFail(await describeOpenError(file, label))
  const picture = useDecodedImage(file, handleFail)
  const [drawing, setDrawing] = useState({ on: file, boxes: createDefaultBoxes(side) })
  const boxes = drawing.on === file ? drawing.boxes : createDefaultBoxes(side)
  const [isBusy, setBusy] = useState(false)

  const handleUse = async () => {
    if (picture.status !== 'open' || isBusy) return
    setBusy(true)
    try {
      on.onUse(await flattenBoxes(picture.canvas, boxes, file.name))
    } catch {
      await handleFail()
    }
  }

  return (
    <Dialog
      opened
      onClose={on.onCancel}
      title={`Cover the numbers: ${label}`}
      width={720}
      footer={
        <>
          <Button onClick={on.onCancel} data-autofocus>
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
      {picture.status === 'open' ? (
        <MaskBoxes
          canvas={picture.canvas}
          boxes={boxes}
          onChange={(changed) => setDrawing({ on: file, boxes: changed })}
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
      <p role="status">
        {share < 1 ? 'Opening the picture…' : 'Making the picture smaller…'}
        <small>
          {file.name}, {formatSize(file.size)}
        </small>
      </p>
      <progress aria-label="Opening the picture" max={1} value={share < 1 ? share * 0.6 : 0.8} />
    </div>
  )
}
