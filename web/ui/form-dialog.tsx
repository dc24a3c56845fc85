import {
  type ComponentProps,
  createContext,
  type SyntheticEvent,
  useContext,
  useRef,
  useState,
} from 'react'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

type FormDialogProps = ComponentProps<typeof Dialog>

/** A dialog to type into: Escape, the cross or a click beside it asks before that is lost. */
export function FormDialog(props: FormDialogProps) {
  return props.opened ? <OpenFormDialog {...props} /> : null
}

const ForgetTyped = createContext(() => {})

/** For a form in a dialog whose fields take other values: nothing typed is left to be lost. */
export const useForgetTyped = () => useContext(ForgetTyped)

function OpenFormDialog({ onClose, children, ...props }: FormDialogProps) {
  const { hasTyped, forget, ...fields } = useTypedFields()
  const [isAsking, setAsking] = useState(false)
  const handleClose = () => {
    if (hasTyped()) setAsking(true)
    else onClose()
  }
  return (
    <Dialog {...props} onClose={handleClose}>
      <div style={{ display: 'contents' }} {...fields}>
        <ForgetTyped value={forget}>{children}</ForgetTyped>
      </div>
      <ConfirmDialog
        opened={isAsking}
        question="Leave without saving?"
        action="Leave"
        cancel="Stay"
        onConfirm={async () => onClose()}
        onClose={() => setAsking(false)}
      >
        What you typed here is lost.
      </ConfirmDialog>
    </Dialog>
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** Compares the fields with what they said first, also those that are drawn anew. */
function useTypedFields() {
  const content = useRef<HTMLDivElement>(null)
  const firstValues = useRef(new Map<string, string>())
  const changed = useRef(new Set<string>())

  const rememberFirst = (control: TextControl, value: string) => {
    const key = toKey(control)
    if (!firstValues.current.has(key)) firstValues.current.set(key, value)
  }
  return {
    ref: content,
    onFocusCapture({ target }: SyntheticEvent) {
      if (isTextControl(target)) rememberFirst(target, target.value)
    },
    onInputCapture({ target }: SyntheticEvent) {
      if (!isTextControl(target)) return
      // A day that is picked from a calendar comes without a focus on its field.
      rememberFirst(target, 'defaultValue' in target ? target.defaultValue : '')
      changed.current.add(toKey(target))
    },
    forget() {
      firstValues.current.clear()
      changed.current.clear()
    },
    hasTyped: () =>
      [...(content.current?.querySelectorAll('input, textarea, select') ?? [])].some(
        (control) =>
          isTextControl(control) &&
          changed.current.has(toKey(control)) &&
          firstValues.current.get(toKey(control)) !== control.value,
      ),
  }
}

const otherTypes: readonly string[] = ['checkbox', 'radio', 'file', 'hidden', 'search']

function isTextControl(target: EventTarget): target is TextControl {
  if (target instanceof HTMLInputElement) return !otherTypes.includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

function toKey({ name, id }: TextControl): string {
  return name || id
}
