import { Toast } from '@base-ui/react/toast'
import { IconAlertCircle, IconCircleCheck, IconX } from '@tabler/icons-react'
import css from './toast.module.css'

const displayMs = 3000
const undoableMs = 10_000
const toasts = Toast.createToastManager()
let lastId: string | undefined

/** For the result of something the reader just did and can see. What needs an act stays in the page. */
export function showToast(text: string, tone: 'ok' | 'bad' = 'ok') {
  if (lastId) toasts.close(lastId)
  lastId = toasts.add({ description: text, type: tone })
}

/** The same, with a button that takes back what was done, for 10 seconds. */
export function showUndoToast(text: string, onUndo: () => Promise<unknown>) {
  if (lastId) toasts.close(lastId)
  const handleUndo = () => {
    toasts.close(id)
    onUndo().catch((error: unknown) => {
      showToast(error instanceof Error ? error.message : String(error), 'bad')
    })
  }
  const actionProps = { children: 'Undo', onClick: handleUndo }
  const id = toasts.add({ description: text, type: 'ok', timeout: undoableMs, actionProps })
  lastId = id
}

/** One message at a time; it waits while it is pointed at or has the focus, or the window is left. */
export function ToastHost() {
  return (
    <Toast.Provider toastManager={toasts} timeout={displayMs} limit={1}>
      <Toast.Viewport className={css.host} {...asPlainPlace}>
        <ToastCards />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

/** As a region of the page its name would be said before each message, and stand there without one. */
const asPlainPlace = { role: undefined, 'aria-label': undefined } as const

/** It asks nothing, as the dialog would that the library makes of it. */
const asGroup = { role: 'group', 'aria-modal': undefined } as const

function ToastCards() {
  const { toasts: shown } = Toast.useToastManager()
  return shown.map((toast) => {
    const Icon = toast.type === 'bad' ? IconAlertCircle : IconCircleCheck
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        className={css.toast}
        data-undoable={toast.actionProps !== undefined || undefined}
        {...asGroup}
      >
        {/* The library keeps a closed one for some frames, beside the one that replaces it. */}
        {toast.transitionStatus !== 'ending' && (
          <>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <Toast.Description />
            <Toast.Action className={css.action} />
            <Toast.Close aria-label="Close this message" aria-hidden={undefined}>
              <IconX size={16} stroke={2} aria-hidden="true" />
            </Toast.Close>
          </>
        )}
      </Toast.Root>
    )
  })
}
