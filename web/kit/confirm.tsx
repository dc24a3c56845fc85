import { type ReactNode, useState } from 'react'
import { Avatar } from './avatar.tsx'
import { Button } from './button.tsx'
import css from './confirm.module.css'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type ConfirmProps = {
  readonly opened: boolean
  /** The spec's sentence. */
  readonly question: string
  /** What is lost, and the way back. */
  readonly children?: ReactNode
  /** Whom it concerns; five are named. */
  readonly names?: readonly string[]
  /** Says what it does: "Delete 3 students". */
  readonly action: string
  readonly cancel?: string
  readonly tone?: 'danger' | 'primary'
  /** The dialog closes when this is done; a fault is told in it. */
  readonly onConfirm: () => Promise<unknown> | undefined
  readonly onClose: () => void
}

const named = 5

export function Confirm(props: ConfirmProps) {
  const { opened, question, children, names = [], action, cancel = 'Cancel', onClose } = props
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState('')

  const handleConfirm = async () => {
    setBusy(true)
    setFault('')
    try {
      await props.onConfirm()
      onClose()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const handleClose = () => {
    if (isBusy) return
    setFault('')
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
          {names.slice(0, named).map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name
            <li key={index}>
              <Avatar name={name} />
              {name}
            </li>
          ))}
          {names.length > named && <li>and {names.length - named} more</li>}
        </ul>
      )}
      {fault && <Notice tone="danger">{fault}</Notice>}
    </Dialog>
  )
}
