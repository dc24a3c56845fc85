import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { type EmailLogEntry, eraseEmail, getMailStatus, listEmails } from '#contract/email-log.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toast.tsx'

type EraseEmailProps = { readonly email: EmailLogEntry; readonly isSetUp: boolean }

export function EraseEmail({ email, isSetUp }: EraseEmailProps) {
  const { _id: id, to, subject, state } = email
  const [isAsking, setAsking] = useState(false)
  const erase = useEndpointMutation(eraseEmail, [listEmails, getMailStatus])

  const handleConfirm = async () => {
    const { message } = await erase.mutateAsync({ params: { id } })
    showToast(message)
    // The row is gone, and the button that had the focus with it.
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <IconButton name={`Erase: ${subject}, to ${to.address}`} onClick={() => setAsking(true)}>
        <IconTrash aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        opened={isAsking}
        question="Erase this email for good?"
        action="Erase email"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <b>{subject}</b>, to {to.name || to.address}, goes from this list
        {isSetUp ? '' : ' and from the folder'}. {consequence[state]} It cannot be undone.
      </ConfirmDialog>
    </>
  )
}

const consequence = {
  queued: 'It will not be sent.',
  sent: 'What has been sent stays with whoever got it.',
  failed: 'It cannot be sent again.',
} as const
