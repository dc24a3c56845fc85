import { useEffect } from 'react'
import { useLeaveBlocker } from '../../layout/use-leave-blocker.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Recovery codes are shown once: asks before the page with them is left. */
export function UnsavedCodesGuard({
  isEnabled,
  onLeave,
}: {
  isEnabled: boolean
  onLeave: () => void
}) {
  const blocker = useLeaveBlocker(isEnabled)
  useEffect(() => {
    if (!isEnabled) return
    const preventUnload = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', preventUnload)
    return () => window.removeEventListener('beforeunload', preventUnload)
  }, [isEnabled])
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      question="Leave without storing the recovery codes?"
      cancel="Stay here"
      action="Leave"
      onConfirm={async () => {
        onLeave()
        blocker.proceed?.()
      }}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
    >
      They are not shown again. You can make new ones later.
    </ConfirmDialog>
  )
}
