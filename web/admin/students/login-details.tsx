import { IconCopy } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { sendLoginDetails } from '#contract/login-details.ts'
import type { Student } from '#contract/students.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import css from './login-details.module.css'

/** A one-time password for a student who lost theirs or never received it. */
export function LoginDetails({ student }: { student: Student }) {
  const send = useEndpointMutation(sendLoginDetails)
  const [password, setPassword] = useState<string | null>(null)
  const delivery = send.variables?.body.deliver
  const params = { id: student._id }

  const handleShow = async () => {
    const reply = await send.mutateAsync({ params, body: { deliver: 'show' } }).catch(() => null)
    setPassword(reply?.password ?? null)
  }
  return (
    <Card padded>
      <h2>Login details</h2>
      <p className={css.hint}>
        A new one-time password. The current one works until the new one is used.
      </p>
      <div className={css.buttons}>
        <Button
          size="row"
          busy={send.isPending && delivery === 'mail'}
          onClick={() => send.mutate({ params, body: { deliver: 'mail' } })}
        >
          Send by mail
        </Button>
        <Button size="row" busy={send.isPending && delivery === 'show'} onClick={handleShow}>
          Show once
        </Button>
      </div>
      {send.isSuccess && delivery === 'mail' && <Notice tone="ok">{send.data.message}</Notice>}
      {send.isError && <Notice tone="danger">{send.error.message}</Notice>}
      <OneTimePassword name={student.name} password={password} onClose={() => setPassword(null)} />
    </Card>
  )
}

type OneTimePasswordProps = {
  readonly name: string
  readonly password: string | null
  readonly onClose: () => void
}

function OneTimePassword({ name, password, onClose }: OneTimePasswordProps) {
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
