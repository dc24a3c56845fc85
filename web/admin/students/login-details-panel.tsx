import { useState } from 'react'
import { sendLoginDetails } from '#contract/login-details.ts'
import type { Student } from '#contract/students.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { OneTimePasswordDialog } from '../lists/one-time-password-dialog.tsx'
import css from './login-details-panel.module.css'

/** A one-time password for a student who lost theirs or never received it. */
export function LoginDetailsPanel({ student }: { student: Student }) {
  const send = useEndpointMutation(sendLoginDetails)
  const [password, setPassword] = useState<string | null>(null)
  const delivery = send.variables?.body.deliver
  const params = { id: student._id }

  const handleShow = async () => {
    const reply = await send.mutateAsync({ params, body: { deliver: 'show' } }).catch(() => null)
    setPassword(reply?.password ?? null)
  }
  return (
    <FoldedCard title="Login details" summary="A new one-time password">
      <p className={css.hint}>The current password works until the new one is used.</p>
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
      <OneTimePasswordDialog
        name={student.name}
        password={password}
        onClose={() => setPassword(null)}
      />
    </FoldedCard>
  )
}
