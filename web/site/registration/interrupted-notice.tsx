import { Notice } from '../../ui/notice.tsx'
import { useDraftState } from './draft-context.ts'

/** The page was left or loaded again before an answer came. */
export function InterruptedNotice() {
  const email = useDraftState().draft.answers.email?.trim()
  return (
    <Notice tone="warn">
      Your registration was being sent when this page was left, so it may have arrived. Look for our
      letter at <b>{email || 'your email address'}</b>, or press Register again: that never makes a
      second account.
    </Notice>
  )
}
