import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { pluralize } from '#core/text.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextAreaField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { Release } from './use-release.ts'

type ReleaseButtonProps = Release & {
  /** How many students are still taking the test. */
  readonly running: number
}

export function ReleaseButton({ release, isSending, running }: ReleaseButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        tone="primary"
        busy={isSending}
        icon={<IconSend aria-hidden="true" />}
        onClick={() => (running > 0 ? setAsking(true) : release.mutate())}
      >
        {isSending ? 'Sending...' : 'Release Result'}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        question={`${pluralize(running, 'student')} ${running === 1 ? 'is' : 'are'} still taking this test. Release the result now?`}
        tone="primary"
        action="Release Result"
        onConfirm={() => release.mutateAsync()}
        onClose={() => setAsking(false)}
      >
        Students who have finished see the correct answers at once, while others still work. The
        others get their result when they finish.
      </ConfirmDialog>
    </>
  )
}

/** For a mistaken release that can no longer be undone. */
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
          Students no longer see scores and answers of this test until it is released again. Emails
          that have not been sent yet are stopped.
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
