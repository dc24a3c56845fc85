import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './dialog.module.css'

type DialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Buttons, the safe one first; `data-autofocus` on it takes the focus. */
  readonly footer?: ReactNode
  readonly width?: 440 | 520 | 600 | 720
  /** Stays a small box on a phone instead of filling it. */
  readonly compact?: boolean
  readonly children: ReactNode
}

export function Dialog({ opened, onClose, title, footer, width, compact, children }: DialogProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      size={width ?? 520}
      radius="xl"
      className={compact ? undefined : css.sheet}
    >
      <Modal.Overlay />
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
