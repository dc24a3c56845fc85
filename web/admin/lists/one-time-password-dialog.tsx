import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status } from '../../ui/status.tsx'
import css from './one-time-password-dialog.module.css'

type OneTimePasswordDialogProps = {
  readonly name: string
  readonly password: string | null
  readonly onClose: () => void
}

/** Shows a password that nobody sees again, to be passed on. */
export function OneTimePasswordDialog({ name, password, onClose }: OneTimePasswordDialogProps) {
  const input = useRef<HTMLInputElement>(null)
  const [copyStatus, setCopyStatus] = useState('')
  const handleCopy = async () => {
    const isCopied = await copy(password ?? '', input.current)
    setCopyStatus(isCopied ? 'Copied.' : 'Copy it by hand; it is selected.')
  }
  const handleClose = () => {
    setCopyStatus('')
    onClose()
  }
  return (
    <Dialog
      opened={password !== null}
      onClose={handleClose}
      title={`One-time password of ${name}`}
      width={440}
      compact
      footer={
        <Button onClick={handleClose} data-autofocus>
          Close
        </Button>
      }
    >
      <p>It is shown once and works for 72 hours. At the first login it has to be changed.</p>
      <div className={css.line}>
        <input
          ref={input}
          readOnly
          value={password ?? ''}
          aria-label="One-time password"
          onFocus={({ target }) => target.select()}
        />
        <Button icon={<IconCopy aria-hidden="true" />} onClick={handleCopy}>
          Copy
        </Button>
      </div>
      <Status className={css.copyStatus}>{copyStatus}</Status>
    </Dialog>
  )
}

/** Plain http has no clipboard API, so the old command is the fallback. */
async function copy(text: string, input: HTMLInputElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    input?.select()
    return document.execCommand('copy')
  }
}
