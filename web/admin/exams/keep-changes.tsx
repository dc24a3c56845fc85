import { useCallback } from 'react'
import { useBeforeUnload } from 'react-router'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type KeepChangesProps = {
  readonly unsaved: boolean
  /** A draft in the browser holds all of it, so a reload loses nothing. */
  readonly isKept: boolean
}

/** Asks before changes are left unsaved, and before they are lost. */
export function KeepChanges({ unsaved, isKept }: KeepChangesProps) {
  const blocker = useLeaveBlocker(unsaved)
  useBeforeUnload(
    useCallback(
      (event) => {
        if (unsaved && !isKept) event.preventDefault()
      },
      [unsaved, isKept],
    ),
  )
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      question="Leave without saving?"
      action="Leave"
      cancel="Stay"
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {isKept
        ? 'The test stays as it was. Your changes wait here as a draft until you close this tab.'
        : 'The test stays as it was, and some of your changes are lost: images are not kept in a draft.'}
    </ConfirmDialog>
  )
}
