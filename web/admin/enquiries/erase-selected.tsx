import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listEmails } from '#contract/email-log.ts'
import { eraseEnquiries, listEnquiries } from '#contract/enquiries.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { removeRows } from '../lists/update-cached-list.ts'

type EraseSelectedProps = {
  readonly chosen: readonly { readonly _id: string; readonly name: string }[]
  readonly onClear: () => void
}

export function EraseSelected({ chosen, onClear }: EraseSelectedProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const erase = useEndpointMutation(eraseEnquiries, [listEmails])
  const count = chosen.length
  const enquiries = count === 1 ? '1 enquiry' : `${count} enquiries`

  const handleConfirm = async () => {
    const ids = chosen.map(({ _id }) => _id)
    const { message } = await erase.mutateAsync({ body: { ids } })
    removeRows(client, listEnquiries, ids)
    onClear()
    showToast(message)
    // The rows are gone, and the button that had the focus with them.
    document.getElementById('main')?.focus()
  }

  return (
    <SelectionBar count={count} onClear={onClear}>
      <Button
        size="row"
        tone="danger"
        wide
        disabled={count === 0}
        icon={<IconTrash aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Erase Selected ({count})
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`Erase ${enquiries} for good?`}
        names={chosen.map(({ name }) => name)}
        action={`Erase ${enquiries}`}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        Names, email addresses and phone numbers go, with the emails about them.{' '}
        <b>It cannot be undone.</b>
      </ConfirmDialog>
    </SelectionBar>
  )
}
