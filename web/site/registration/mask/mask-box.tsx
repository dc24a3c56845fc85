import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Box, describePlace, moveBox, resizeBox, type Side } from './box.ts'
import css from './mask-dialog.module.css'

type MaskBoxProps = {
  readonly box: Box
  readonly name: string
  readonly isSelected: boolean
  readonly helpId: string
  readonly onSelect: () => void
  readonly onChange: (box: Box) => void
  readonly onRemove: () => void
}

const step = 0.01
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** Which side of a box an arrow key changes. */
function findSide({ x }: { readonly x: number }, isResizing: boolean): Side {
  if (isResizing) return x === 0 ? 'height' : 'width'
  return x === 0 ? 'top' : 'left'
}

const boxLabels = { digits: 'Digits', qr: 'QR code' } as const

export function MaskBox(props: MaskBoxProps) {
  const { box, name, isSelected, helpId, onSelect, onChange, onRemove } = props
  const { middle, corner } = useDrag(box, onChange)
  const [side, setSide] = useState<Side>('left')

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const offset = arrows[event.key]
    if (offset) {
      event.preventDefault()
      setSide(findSide(offset, event.shiftKey))
      onChange((event.shiftKey ? resizeBox : moveBox)(box, offset))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    }
  }

  return (
    // A slider: arrow keys are its own with a screen reader, too, which says each new value.
    <div
      role="slider"
      aria-roledescription="cover box"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(box[side] * 100)}
      aria-valuetext={describePlace(box)}
      aria-describedby={helpId}
      data-box={box.id}
      data-selected={isSelected || undefined}
      tabIndex={0}
      className={css.box}
      style={{
        left: `${box.left * 100}%`,
        top: `${box.top * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
      }}
      onFocus={onSelect}
      onKeyDown={handleKey}
      {...middle}
    >
      <span aria-hidden="true">{box.over && boxLabels[box.over]}</span>
      <span className={css.corner} aria-hidden="true" data-corner {...corner} />
    </div>
  )
}

type Drag = {
  readonly pointerId: number
  readonly from: { readonly x: number; readonly y: number }
  readonly box: Box
  readonly apply: typeof moveBox
  /** The picture as it is shown, in CSS pixels. */
  readonly shown: DOMRect
}

/** Lets a pointer drag a box: its middle moves it, its corner resizes it. */
function useDrag(box: Box, onChange: (box: Box) => void) {
  const drag = useRef<Drag | null>(null)

  const start = (event: PointerEvent<HTMLElement>, apply: typeof moveBox) => {
    const stage = event.currentTarget.closest('[data-stage]')
    if (!stage || event.button !== 0 || drag.current) return
    event.stopPropagation()
    // Dragging by touch does not focus the box.
    event.currentTarget.closest<HTMLElement>('[data-box]')?.focus({ preventScroll: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = { x: event.clientX, y: event.clientY }
    const shown = stage.getBoundingClientRect()
    drag.current = { pointerId: event.pointerId, from, box, apply, shown }
  }
  const onPointerMove = (event: PointerEvent) => {
    const activeDrag = drag.current
    if (activeDrag?.pointerId !== event.pointerId) return
    const { from, shown } = activeDrag
    const x = (event.clientX - from.x) / shown.width
    const y = (event.clientY - from.y) / shown.height
    onChange(activeDrag.apply(activeDrag.box, { x, y }))
  }
  const stop = (event: PointerEvent) => {
    if (drag.current?.pointerId === event.pointerId) drag.current = null
  }

  const createHandlers = (apply: typeof moveBox) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, apply),
    onPointerMove,
    onPointerUp: stop,
    onPointerCancel: stop,
    onLostPointerCapture: stop,
  })
  return { middle: createHandlers(moveBox), corner: createHandlers(resizeBox) }
}
