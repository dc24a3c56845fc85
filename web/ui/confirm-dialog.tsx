import { type ReactNode, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import css from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ConfirmDialogProps = {
  readonly opened: boolean
  /** The spec's sentence. */
  readonly question: string
  /** The loss, and the way back. */
  readonly children?: ReactNode
  /** The persons concerned; five are named. */
  readonly names?: readonly string[]
  /** Says what it does: "Delete 3 students". */
  readonly action: string
  readonly cancel?: string
  readonly tone?: 'danger' | 'primary'
  /** The dialog closes when this resolves, and shows the error if it rejects. */
  readonly onConfirm: () => Promise<unknown> | undefined
  readonly onClose: () => void
}

const maxNames = 5

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, question, children, names = [], action, cancel = 'Cancel', onClose } = props
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const handleConfirm = async () => {
    setBusy(true)
    setFailure('')
    try {
      await props.onConfirm()
      onClose()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const handleClose = () => {
    if (isBusy) return
    setFailure('')
    onClose()
  }

  return (
    <Dialog
      opened={opened}
      onClose={handleClose}
      title={question}
      width={440}
      compact
      footer={
        <>
          <Button onClick={handleClose} data-autofocus>
            {cancel}
          </Button>
          <Button tone={props.tone ?? 'danger'} busy={isBusy} onClick={handleConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div className={css.text}>{children}</div>
      {names.length > 0 && (
        <ul className={css.names}>
          {names.slice(0, maxNames).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
            <li key={index}>
              <Avatar name={name} />
              {name}
            </li>
          ))}
          {names.length > maxNames && <li>and {names.length - maxNames} more</li>}
        </ul>
      )}
      {failure && <Notice tone="danger">{failure}</Notice>}
    </Dialog>
  )
}
