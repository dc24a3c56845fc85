import { useCallback } from 'react'
import { useBeforeUnload, useBlocker } from 'react-router'
import { Confirm } from '../../kit/confirm.tsx'

/** Asks before changes are left behind, within the app and out of it. */
export function KeepChanges({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(unsaved)
  useBeforeUnload(
    useCallback(
      (event) => {
        if (unsaved) event.preventDefault()
      },
      [unsaved],
    ),
  )
  return (
    <Confirm
      opened={blocker.state === 'blocked'}
      question="Leave without saving?"
      action="Leave"
      cancel="Stay"
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      Your changes to this test are lost.
    </Confirm>
  )
}
