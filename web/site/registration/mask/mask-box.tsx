import type { KeyboardEvent } from 'react'
import { type Box, moveBox, resizeBox } from './box.ts'
import css from './mask-dialog.module.css'
import { useDrag } from './use-drag.ts'

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
const boxLabels = { digits: 'Digits', qr: 'QR code' } as const

export function MaskBox(props: MaskBoxProps) {
  const { box, name, isSelected, helpId, onSelect, onChange, onRemove } = props
  const { middle, corner } = useDrag(box, onChange)

  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const offset = arrows[event.key]
    if (offset) {
      event.preventDefault()
      onChange((event.shiftKey ? resizeBox : moveBox)(box, offset))
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      onRemove()
    }
  }

  return (
    // Arrow keys belong to the box, also where a screen reader would take them.
    <div
      role="application"
      aria-roledescription="cover box"
      aria-label={name}
      aria-describedby={helpId}
      data-box={box.id}
      data-selected={isSelected || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move it
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
