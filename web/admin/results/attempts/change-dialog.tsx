import type { ReactNode } from 'react'
import { listAttemptEvents, listTimeAdjustments } from '#contract/proctoring.ts'
import {
  getAnswers,
  getScoreDetails,
  listAttemptsByExam,
  listExamAttempts,
  listStudentAttempts,
} from '#contract/results.ts'
import { Button } from '../../../ui/button.tsx'
import type { FieldErrors, FieldValues } from '../../../ui/form/form-state.ts'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { AnswersSeenNotice } from '../../lists/reveal-notice.tsx'
import css from './change-dialog.module.css'

type ChangeDialogProps = {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  /** The effect of the change, above the form. */
  readonly lead: ReactNode
  /** The student's name, once the result is released. */
  readonly answersSeenBy?: string | false
  readonly children: ReactNode
}

export function ChangeDialog({ lead, answersSeenBy, children, ...dialog }: ChangeDialogProps) {
  return (
    <FormDialog {...dialog}>
      <div className={css.lead}>
        <p>{lead}</p>
        {answersSeenBy && <AnswersSeenNotice by={answersSeenBy} />}
      </div>
      {children}
    </FormDialog>
  )
}

export function CancelButton({ onClose }: { onClose: () => void }) {
  return <Button onClick={onClose}>Cancel</Button>
}

export const whyHint = 'Kept in the audit log with your name.'

/** The queries to refetch after a change to an attempt. */
export const attemptQueries = [
  listExamAttempts,
  listAttemptsByExam,
  listStudentAttempts,
  getAnswers,
  getScoreDetails,
  listAttemptEvents,
  listTimeAdjustments,
] as const

const maxMinutes = 24 * 60

/** The rule of the contract, checked before anything is sent. */
export function validateMinutes(
  typed: string | undefined,
  isRequired: boolean,
): string | undefined {
  const text = typed?.trim() ?? ''
  if (text === '') return isRequired ? 'Enter the minutes' : undefined
  if (!/^\d{1,9}$/.test(text)) return 'Enter whole minutes'
  const minutes = Number(text)
  if (minutes < 1) return 'Enter 1 minute or more'
  return minutes > maxMinutes ? 'Enter 24 hours or less' : undefined
}

export function createMinutesCheck(isRequired: boolean) {
  return ({ minutes }: FieldValues): FieldErrors => {
    const error = validateMinutes(minutes, isRequired)
    return error ? { minutes: error } : {}
  }
}
