import { useEffect } from 'react'
import { Confirm } from '../kit/confirm.tsx'
import { useLeaveBlocker } from '../kit/leave-blocker.ts'

/** Recovery codes are shown once: asks before the page with them is left. */
export function StoreCodesFirst({ isOn, onLeave }: { isOn: boolean; onLeave: () => void }) {
  const blocker = useLeaveBlocker(isOn)
  useEffect(() => {
    if (!isOn) return
    const hold = (event: Event) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isOn])
  return (
    <Confirm
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
    </Confirm>
  )
}
