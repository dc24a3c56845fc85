import { type Dispatch, type FormEvent, type SetStateAction, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { moveItem } from '#core/questions/question-order.ts'
import { RefusalError } from '../../../client/request.ts'
import { UploadCancelledError } from '../../../client/upload.ts'
import { isBlank } from '../../../questions/kind-editors.ts'
import { waitForPictures } from '../../../questions/options/picture-field.tsx'
import {
  createOption,
  createQuestion,
  type QuestionDraft,
  type QuestionEdit,
} from '../../../questions/options/question-draft.ts'
import type { FieldErrors } from '../../../ui/form/form-state.ts'
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
  const [isCancelled, setCancelled] = useState(false)

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
      setCancelled(false)
      setReportedErrors({})
      setTouchedFields(['title', 'duration'])
      setDraft(checked)
    })
    if (focusFirst(checked, validateBasics(draft))) return

    setBusy(true)
    try {
      if (await waitForPictures()) await send(await readDraft())
    } catch (error) {
      if (error instanceof UploadCancelledError) setCancelled(true)
      else showFailure(error)
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
      // Words typed while the save was on its way stay.
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
    setCancelled(false)
  }
  const markTouched = (field: string) => setTouchedFields((before) => [...before, field])

  const problems = touchedFields.length > 0 ? listInvalidFields(draft, basics).length : 0
  return {
    draft,
    change,
    basics,
    markTouched,
    problems,
    isBusy,
    failure,
    isCancelled,
    handleSubmit,
    load,
  }
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

export type DraftActions = ReturnType<typeof createDraftActions>

/** The same functions for as long as the editor stands, so that only the changed card is drawn. */
function createDraftActions(set: Dispatch<SetStateAction<ExamDraft>>) {
  const questions = (next: (before: readonly QuestionDraft[]) => readonly QuestionDraft[]) =>
    set((draft) => ({ ...draft, questions: next(draft.questions) }))
  return {
    basics: (patch: Partial<ExamDraft>) => set((draft) => ({ ...draft, ...patch })),
    question: (key: string, patch: Partial<QuestionDraft>) =>
      questions((all) => patchQuestion(all, key, () => ({ reportedErrors: {}, ...patch }))),
    edit: (key: string, edit: QuestionEdit) =>
      questions((all) =>
        patchQuestion(all, key, (question) => ({ reportedErrors: {}, ...edit(question) })),
      ),
    check: (key: string) =>
      questions((all) => patchQuestion(all, key, () => ({ isChecked: true }))),
    insert: (question: QuestionDraft, after?: string) =>
      questions((all) => insertAfter(all, question, after)),
    append: (added: readonly QuestionDraft[]) => questions((all) => appendQuestions(all, added)),
    /** To a place from 0. */
    move: (key: string, to: number) => questions((all) => moveItem(all, key, to)),
    remove: (key: string) => questions((all) => all.filter((question) => question.key !== key)),
  }
}

function patchQuestion(all: readonly QuestionDraft[], key: string, patch: QuestionEdit) {
  return all.map((question) =>
    question.key === key ? { ...question, ...patch(question) } : question,
  )
}

function insertAfter(
  all: readonly QuestionDraft[],
  question: QuestionDraft,
  after: string | undefined,
): readonly QuestionDraft[] {
  const at = all.findIndex(({ key }) => key === after)
  return at < 0 ? [...all, question] : all.toSpliced(at + 1, 0, question)
}

/** An empty question that stands alone gives way. */
function appendQuestions(
  all: readonly QuestionDraft[],
  added: readonly QuestionDraft[],
): readonly QuestionDraft[] {
  return all.every(isBlank) ? added : [...all, ...added]
}

/** A question of its own: with the same words and pictures, and new to the server. */
export function copyQuestion({ _id, ...question }: QuestionDraft): QuestionDraft {
  return createQuestion({
    ...question,
    options: question.options.map(createOption),
    isChecked: false,
  })
}
