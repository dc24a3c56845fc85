import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useState,
} from 'react'
import { useBeforeUnload } from 'react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useLeaveBlocker } from './use-leave-blocker.ts'

type GuardProps = {
  readonly hasUnsavedChanges: boolean
  /** A draft in the browser holds all of it, so a reload loses nothing. */
  readonly isStoredAsDraft?: boolean
  /** The path under which pages share these changes. */
  readonly within?: string
  /** "Leave without saving?" by default. */
  readonly question?: string
  /** The consequence for the changes. */
  readonly children: ReactNode
}

/** Asks before changes are left unsaved, and before they are lost. One on a page. */
export function UnsavedChangesGuard({
  hasUnsavedChanges,
  isStoredAsDraft = false,
  within,
  question = 'Leave without saving?',
  children,
}: GuardProps) {
  const blocker = useLeaveBlocker(hasUnsavedChanges, within)
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
      question={question}
      action="Leave"
      cancel="Stay"
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {children}
    </ConfirmDialog>
  )
}

const ReportUnsaved = createContext<(form: string, isUnsaved: boolean) => void>(() => undefined)

type UnsavedFormsProps = {
  /** The consequence for changes that are left unsaved. */
  readonly consequence: string
  readonly children: ReactNode
}

/** A page of several forms, each of which says by `useUnsavedForm` whether it is saved. */
export function UnsavedForms({ consequence, children }: UnsavedFormsProps) {
  const [unsaved, setUnsaved] = useState<readonly string[]>([])
  const report = useCallback((form: string, isUnsaved: boolean) => {
    setUnsaved((forms) => [
      ...forms.filter((other) => other !== form),
      ...(isUnsaved ? [form] : []),
    ])
  }, [])
  return (
    <ReportUnsaved value={report}>
      {children}
      <UnsavedChangesGuard hasUnsavedChanges={unsaved.length > 0}>
        {consequence}
      </UnsavedChangesGuard>
    </ReportUnsaved>
  )
}

export function useUnsavedForm(isUnsaved: boolean) {
  const form = useId()
  const report = useContext(ReportUnsaved)
  useEffect(() => {
    report(form, isUnsaved)
    return () => report(form, false)
  }, [form, isUnsaved, report])
}
