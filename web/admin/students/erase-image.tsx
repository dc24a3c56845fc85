import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { eraseIdentityImage, getIdentity } from '#contract/identity.ts'
import { getStudent, type Student } from '#contract/students.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'

type EraseImageProps = { readonly student: Student; readonly side: 'front' | 'back' }

export function EraseImage({ student: { _id: id, name }, side }: EraseImageProps) {
  const [isAsking, setAsking] = useState(false)
  const erase = useEndpointMutation(eraseIdentityImage, [getIdentity, getStudent])
  const handleConfirm = async () => {
    const { message } = await erase.mutateAsync({ params: { id, side } })
    showToast(message)
    // The button that had the focus goes with the picture.
    document.getElementById('main')?.focus()
  }
  return (
    <>
      <Button
        size="row"
        tone="quiet"
        icon={<IconTrash aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        Erase {side}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`Erase the ${side} of the card for good?`}
        action={`Erase ${side}`}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        The picture of {name} goes from this server now. <b>It cannot be undone.</b>
      </ConfirmDialog>
    </>
  )
}
