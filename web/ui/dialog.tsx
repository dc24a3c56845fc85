import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useCloseOnBack } from './close-on-back.ts'
import css from './dialog.module.css'
import './early-press.ts'

type DialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** Buttons, the safe one first; `data-autofocus` on it takes the focus. */
  readonly footer?: ReactNode
  readonly width?: 440 | 520 | 600 | 720 | 800 | 1200
  /** Stays a small box on a phone instead of filling it. */
  readonly compact?: boolean
  /** Back closes it. Not for one that leads to another page: going back over its entry ends that. */
  readonly closesOnBack?: boolean
  /** Above other dialogs, for what is asked in the midst of one. */
  readonly zIndex?: number
  /** Nothing of the page shows through the shade. */
  readonly hidesPage?: boolean
  /** Ids of what a screen reader reads on, after the title. */
  readonly describedBy?: string
  readonly children: ReactNode
}

const containerId = 'dialogs'

/** Its content goes with it when it closes, and in that moment the focus goes back to the opener. */
export function Dialog({ opened, ...props }: DialogProps) {
  return opened ? <OpenDialog {...props} /> : null
}

function OpenDialog(props: Omit<DialogProps, 'opened'>) {
  const { onClose, title, footer, width = 520, compact, zIndex, hidesPage, children } = props
  const { closesOnBack = false, describedBy } = props
  const popup = useRef<HTMLDivElement>(null)
  useScrollbarGutter()
  useCloseOnBack(onClose, closesOnBack)

  const handleOpenChange = (_: boolean, { reason }: BaseDialog.Root.ChangeEventDetails) => {
    if (reason === 'close-press' || (reason === 'escape-key' && isTopmost(popup.current))) onClose()
  }
  return (
    // `base.css` locks the page: the library's own lock moves what stands behind.
    <BaseDialog.Root
      open
      modal="trap-focus"
      // The shade is ours; with the library's the focus goes astray when what has it is removed.
      disablePointerDismissal
      onOpenChange={handleOpenChange}
    >
      <BaseDialog.Portal container={findContainer()}>
        <BaseDialog.Backdrop
          forceRender
          className={css.shade}
          data-opaque={hidesPage || undefined}
          style={{ zIndex }}
          // The second click of a double click on what opened the dialog falls beside it.
          onClick={({ detail }) => detail < 2 && onClose()}
        />
        <BaseDialog.Viewport className={css.viewport} data-compact={compact} style={{ zIndex }}>
          <BaseDialog.Popup
            ref={popup}
            aria-modal="true"
            aria-describedby={describedBy}
            className={css.popup}
            style={{ width }}
            initialFocus={() => popup.current?.querySelector('[data-autofocus]') ?? true}
          >
            <div className={css.header}>
              <BaseDialog.Title dir="auto">{title}</BaseDialog.Title>
              {!compact && (
                <BaseDialog.Close className={css.close} aria-label="Close">
                  <IconX size={24} stroke={2} aria-hidden="true" />
                </BaseDialog.Close>
              )}
            </div>
            <div className={css.body}>{children}</div>
            {footer && <div className={css.footer}>{footer}</div>}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/**
 * Not the body: React listens to clicks on what holds a portal, and a screen reader would say
 * "clickable" of each heading on the page that takes the focus.
 */
function findContainer(): HTMLElement {
  const found = document.getElementById(containerId)
  if (found) return found
  const container = Object.assign(document.createElement('div'), { id: containerId })
  document.body.append(container)
  return container
}

/** One that stands in no other dialog's tree hears the Escape of the one above it, too. */
function isTopmost(popup: HTMLElement | null) {
  return [...document.querySelectorAll('[aria-modal="true"]')].at(-1) === popup
}

/** A gutter is kept only where there was a scrollbar: else the page behind would move aside. */
function useScrollbarGutter() {
  useLayoutEffect(() => {
    const { documentElement: root } = document
    root.style.overflow = 'auto'
    root.style.scrollbarGutter = 'auto'
    root.dataset.scrollbar = window.innerWidth > root.clientWidth ? 'shown' : 'none'
    root.style.overflow = ''
    root.style.scrollbarGutter = ''
  }, [])
}
