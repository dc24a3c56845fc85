import { Modal } from '@mantine/core'
import { type ReactNode, useLayoutEffect } from 'react'
import css from './dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'

type DialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Buttons, the safe one first; `data-autofocus` on it takes the focus. */
  readonly footer?: ReactNode
  readonly width?: 440 | 520 | 600 | 720
  /** Stays a small box on a phone instead of filling it. */
  readonly compact?: boolean
  /** Above other dialogs, for what is asked in the midst of one. */
  readonly zIndex?: number
  readonly children: ReactNode
}

export function Dialog(props: DialogProps) {
  const { opened, onClose, title, footer, width, compact, zIndex, children } = props
  useScrollbarGutter(opened)
  useFocusReturn(opened)
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width ?? 520}
      radius="xl"
      zIndex={zIndex}
      className={compact ? undefined : css.sheet}
      closeOnClickOutside={false}
      returnFocus={false}
    >
      {/* The second click of a double click on what opened the dialog falls beside it. */}
      <Modal.Overlay onClick={({ detail }) => detail < 2 && onClose()} />
      <Modal.Content className={css.content}>
        <Modal.Header className={css.header} role="presentation">
          <Modal.Title>{title}</Modal.Title>
          {!compact && <Modal.CloseButton size="lg" aria-label="Close" />}
        </Modal.Header>
        <Modal.Body className={css.body}>{children}</Modal.Body>
        {footer && <div className={css.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  )
}

/** A gutter is kept only where there was a scrollbar: else the page behind would move aside. */
function useScrollbarGutter(isLocked: boolean) {
  useLayoutEffect(() => {
    if (!isLocked) return
    const { documentElement: root } = document
    root.style.overflow = 'auto'
    root.style.scrollbarGutter = 'auto'
    root.dataset.scrollbar = window.innerWidth > root.clientWidth ? 'shown' : 'none'
    root.style.overflow = ''
    root.style.scrollbarGutter = ''
  }, [isLocked])
}
