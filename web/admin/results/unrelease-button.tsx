import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Release } from './use-release.ts'

/** For a release by mistake that was noticed too late to undo it. */
export function UnreleaseButton({ unrelease, progress }: Release) {
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState('')
  const sent = progress?.sent ?? 0
  const handleConfirm = async () => {
    if (!why.trim()) throw new Error('Say why')
    const { message } = await unrelease.mutateAsync(why.trim())
    setWhy('')
    showToast(message)
  }
  return (
    <>
      <Button tone="quiet" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question="Take the released result back?"
        action="Take back"
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>
          Students see no scores and no answers of this test any more, until it is released again.
          Emails that have not left are stopped.
          {sent > 0 && ` ${sent} ${sent === 1 ? 'has' : 'have'} left and cannot be called back.`}
        </p>
        <TextAreaField
          label="Why"
          hint="It is kept in the audit log."
          value={why}
          maxLength={500}
          onChange={({ target }) => setWhy(target.value)}
        />
      </ConfirmDialog>
    </>
  )
}
