import { type FormEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { RefusalError } from '../../../client/request.ts'
import { waitForPictures } from '../../../questions/options/use-picture.ts'
import type { FieldErrors } from '../../../ui/form/form-state.ts'
import { createDraftActions } from './draft-actions.ts'
import type { ExamDraft } from './exam-draft.ts'
import { listInvalidFields, placeReportedErrors, validateBasics } from './field-errors.ts'

type EditorOptions = {
  readonly start: () => ExamDraft
  readonly send: (draft: ExamDraft) => Promise<unknown>
  /** The spec's sentence; the reason follows it. */
  readonly failureMessage: string
}

export type Editor = ReturnType<typeof useEditor>

/** Holds a test while it is written, and tells all its faults at once. */
export function useEditor({ start, send, failureMessage }: EditorOptions) {
  const [draft, setDraft] = useState(start)
  const change = useMemo(() => createDraftActions(setDraft), [])
  const [touchedFields, setTouchedFields] = useState<readonly string[]>([])
  const [reportedErrors, setReportedErrors] = useState<FieldErrors>({})
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  const basics: FieldErrors = {
    ...reportedErrors,
    ...pickFields(touchedFields, validateBasics(draft)),
  }

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const checked = markAllChecked(draft)
    flushSync(() => {
      setFailure('')
      setReportedErrors({})
      setTouchedFields(['title', 'duration'])
      setDraft(checked)
    })
    if (focusFirst(checked, validateBasics(draft))) return

    setBusy(true)
    try {
      if (await waitForPictures()) await send(await readDraft())
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }

  // A picture that was still being made smaller is in the newest draft, not in the one of the click.
  const readDraft = () =>
    new Promise<ExamDraft>((resolve) => {
      setDraft((now) => {
        resolve(now)
        return now
      })
    })

  const showFailure = (error: unknown) => {
    const placed = placeReportedErrors(draft, error instanceof RefusalError ? error.fields : {})
    const reason = error instanceof Error ? error.message : ''
    flushSync(() => {
      setFailure([`${failureMessage}.`.replace('..', '.'), reason, ...placed.unplaced].join(' '))
      setReportedErrors(placed.basics)
      // What was typed while it was on its way stays.
      setDraft(
        (now) => placeReportedErrors(now, error instanceof RefusalError ? error.fields : {}).draft,
      )
    })
    focusFirst(placed.draft, placed.basics)
  }

  const load = (next: ExamDraft) => {
    setDraft(next)
    setTouchedFields([])
    setReportedErrors({})
    setFailure('')
  }
  const markTouched = (field: string) => setTouchedFields((before) => [...before, field])

  const problems = touchedFields.length > 0 ? listInvalidFields(draft, basics).length : 0
  return { draft, change, basics, markTouched, problems, isBusy, failure, handleSubmit, load }
}

function markAllChecked(draft: ExamDraft): ExamDraft {
  const questions = draft.questions.map((question) => ({
    ...question,
    isChecked: true,
    reportedErrors: {},
  }))
  return { ...draft, questions }
}

function focusFirst(draft: ExamDraft, basics: FieldErrors): boolean {
  const [first] = listInvalidFields(draft, basics)
  if (first) document.getElementById(first)?.focus()
  return first !== undefined
}

function pickFields(fields: readonly string[], errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.includes(field)))
}
