import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import layout from '../../../ui/layout.module.css'
import { Spoken } from '../../../ui/status.tsx'
import { addBox, type Box } from './box.ts'
import { MaskBox } from './mask-box.tsx'
import css from './mask-dialog.module.css'

type MaskBoxesProps = {
  readonly canvas: HTMLCanvasElement
  readonly boxes: readonly Box[]
  readonly onChange: (boxes: readonly Box[]) => void
}

/** The picture under its boxes, with buttons to add and remove a box. */
export function MaskBoxes({ canvas, boxes, onChange }: MaskBoxesProps) {
  const helpId = useId()
  const stage = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const [selectedId, setSelectedId] = useState<number | null>(null)
  const { announcement, announce } = useAnnouncement()

  const describeBox = (box: Box) => {
    const place = boxes.findIndex(({ id }) => id === box.id) + 1
    const over = box.over && ` for the ${box.over === 'qr' ? 'QR code' : 'digits'}`
    return `Box ${place} of ${boxes.length}${over ?? ''}`
  }
  const focusBox = (id: number | undefined) => {
    const box = stage.current?.querySelector<HTMLElement>(`[data-box="${id}"]`)
    ;(box ?? addButton.current)?.focus()
  }
  const handleBox = (changed: Box) =>
    onChange(boxes.map((box) => (box.id === changed.id ? changed : box)))
  const handleAdd = () => {
    const more = addBox(boxes)
    onChange(more)
    announce(`Box added. There are ${more.length}.`)
    requestAnimationFrame(() => focusBox(more.at(-1)?.id))
  }
  const handleRemove = (id: number) => {
    const left = boxes.filter((box) => box.id !== id)
    onChange(left)
    setSelectedId(null)
    announce(`Box removed. ${describeSkippedIncidents(left.length)}`)
    requestAnimationFrame(() => focusBox(left.at(-1)?.id))
  }
  const selected = boxes.find(({ id }) => id === selectedId)

  return (
    <div className={layout.stack}>
      <p>
        Put the boxes over the first eight digits and the QR code. They become part of the picture
        before it is sent: solid black, and nothing below them is kept. Nothing has been sent yet.
      </p>
      <div className={css.stage} data-stage ref={stage}>
        <Picture canvas={canvas} />
        {boxes.map((box) => (
          <MaskBox
            key={box.id}
            box={box}
            name={describeBox(box)}
            isSelected={box.id === selectedId}
            helpId={helpId}
            onSelect={() => setSelectedId(box.id)}
            onChange={handleBox}
            onRemove={() => handleRemove(box.id)}
          />
        ))}
      </div>
      <div className={css.actions}>
        <Button
          ref={addButton}
          icon={<IconPlus size={18} aria-hidden="true" />}
          onClick={handleAdd}
        >
          Add a box
        </Button>
        <Button
          icon={<IconTrash size={18} aria-hidden="true" />}
          disabled={!selected}
          aria-label={selected && `Remove ${describeBox(selected)}`}
          onClick={() => selected && handleRemove(selected.id)}
        >
          Remove box
        </Button>
      </div>
      <p id={helpId} className={css.help}>
        Drag a box to move it, its lower right corner to resize it.
        <span className={css.keys}>
          {' '}
          With the keyboard: Tab to a box, arrow keys move it, Shift with arrow keys resizes it,
          Delete removes it.
        </span>
      </p>
      {boxes.length === 0 && (
        <p className={css.help}>
          <b>No box: the picture is sent as you see it.</b>
        </p>
      )}
      <Spoken>{announcement}</Spoken>
    </div>
  )
}

function describeSkippedIncidents(count: number): string {
  if (count === 0) return 'None is left: the picture is sent as you see it.'
  return count === 1 ? '1 is left.' : `${count} are left.`
}

/** The canvas into which the boxes will be drawn. */
function Picture({ canvas }: { canvas: HTMLCanvasElement }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', 'Your picture')
    place.current?.replaceChildren(canvas)
  }, [canvas])
  return <div ref={place} className={css.picture} />
}

const quietMs = 500

/** Announces a change after the focus has moved. */
function useAnnouncement() {
  const [announcement, setAnnouncement] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const announce = (sentence: string) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnnouncement(sentence), quietMs)
  }
  return { announcement, announce }
}
