import { IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getMailStatus, listEmails, sendTestEmail } from '#contract/email-log.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { showToast } from '../../ui/toast.tsx'

const { Form, Field } = formFor(sendTestEmail)

export function SendTestEmail({ onSent }: { onSent: () => void }) {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={<IconSend aria-hidden="true" />} onClick={() => setOpen(true)}>
        Send a test mail
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Send a test mail" width={440}>
        <Form
          submit="Send test mail"
          submitWide
          onDone={async ({ message }) => {
            setOpen(false)
            onSent()
            await invalidateEndpoints(client, listEmails, getMailStatus)
            showToast(message)
          }}
        >
          <Field
            name="to"
            label="To"
            type="email"
            autoComplete="email"
            hint="A letter without content goes to this address. What becomes of it is shown in the list."
            data-autofocus
          />
        </Form>
      </Dialog>
    </>
  )
}
