import { type PointerEvent, useRef } from 'react'
import { type Box, moveBox, resizeBox } from './box.ts'

type Drag = {
  readonly pointerId: number
  readonly from: { readonly x: number; readonly y: number }
  readonly box: Box
  readonly apply: typeof moveBox
  /** The picture as it is shown, in CSS pixels. */
  readonly shown: DOMRect
}

/** A box follows the pointer that holds it, by its middle to move and by its corner to resize. */
export function useDrag(box: Box, onChange: (box: Box) => void) {
  const drag = useRef<Drag | null>(null)

  const start = (event: PointerEvent<HTMLElement>, apply: typeof moveBox) => {
    const stage = event.currentTarget.closest('[data-stage]')
    if (!stage || event.button !== 0 || drag.current) return
    event.stopPropagation()
    // A finger that drags gives no focus by itself.
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
