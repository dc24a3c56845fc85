import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { pluralize } from '#core/text/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { Release } from './use-release.ts'

type ReleaseButtonProps = Release & {
  /** How many are still taking the test. */
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
