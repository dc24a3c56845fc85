import { useCallback } from 'react'
import { useBeforeUnload } from 'react-router'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type UnsavedChangesGuardProps = {
  readonly hasUnsavedChanges: boolean
  /** A draft in the browser holds all of it, so a reload loses nothing. */
  readonly isStoredAsDraft: boolean
}

/** Asks before changes are left unsaved, and before they are lost. */
export function UnsavedChangesGuard({
  hasUnsavedChanges,
  isStoredAsDraft,
}: UnsavedChangesGuardProps) {
  const blocker = useLeaveBlocker(hasUnsavedChanges)
  useBeforeUnload(
    useCallback(
      (event) => {
        if (hasUnsavedChanges && !isStoredAsDraft) event.preventDefault()
      },
      [hasUnsavedChanges, isStoredAsDraft],
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
      {isStoredAsDraft
        ? 'The test stays as it was. Your changes wait here as a draft until you close this tab.'
        : 'The test stays as it was, and some of your changes are lost: images are not kept in a draft.'}
    </ConfirmDialog>
  )
}
