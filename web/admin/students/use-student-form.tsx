import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { formatFieldValue } from '#contract/field-values.ts'
import { getStudent, listStudents, type Student, updateStudent } from '#contract/students.ts'
import { compareDraft } from '#core/students/compare-draft.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError, request } from '../../client/request.ts'
import { useUnsavedForm } from '../../layout/unsaved-changes.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import type { UseFormOptions } from '../../ui/form/use-form.ts'
import { useForgetTyped } from '../../ui/form-dialog.tsx'
import { Status } from '../../ui/status.tsx'
import { ConflictNotice } from '../conflict-notice.tsx'
import { replaceRow } from '../lists/cached-pages.ts'
import css from './use-student-form.module.css'

export type StudentChange = BodyOf<typeof updateStudent>

type StudentFormOptions = {
  /** The fields as the form shows them. */
  readonly show: (student: Student) => FieldValues
  /** The fields as they are sent; the same field by the same name. */
  readonly toBody: (values: FieldValues) => StudentChange
  /** Names the fields that two people changed. */
  readonly labels: Readonly<Record<string, string>>
  /** Instead of a line below the form. */
  readonly onSaved?: (message: string) => void
}

type FieldsToSend = Readonly<Record<string, string | number | boolean | null>>

type Draft = {
  /** The record that the form was begun from, or has been compared with since. */
  readonly begun: Student
  readonly typed: FieldValues
  /** The values that the form shows first; another round shows them again. */
  readonly shown: FieldValues
  readonly round: number
}

/**
 * A form for some fields of a student. It sends what was changed here. What somebody else has saved
 * in other fields since is kept and shown; where both changed the same field, it asks.
 */
export function useStudentForm(student: Student, options: StudentFormOptions) {
  const { show, toBody, labels, onSaved } = options
  const client = useQueryClient()
  const forgetTyped = useForgetTyped()
  const [draft, setDraft] = useState(() => begin(student, show(student)))
  const [confirmation, setConfirmation] = useState('')
  // While it is sent, and if that fails, the form is not shown anew: its message would be lost.
  const [isHeld, setHeld] = useState(false)
  const query = endpointQuery(getStudent, { params: { id: student._id } })
  const compare = (typed: FieldValues, current: Student) =>
    compareDraft(toStored(draft.begun), toFields(typed), toStored(current))
  const toFields = (values: FieldValues) => toBody(values) as FieldsToSend
  const toStored = (shown: Student) => toFields(show(shown))

  const { changed, outdated, conflicts } = compare(draft.typed, student)
  const isBehind = student.version !== draft.begun.version
  if (isBehind && !isHeld && conflicts.length === 0)
    setDraft(rebase(draft, student, pick(show(student), outdated)))
  useUnsavedForm(changed.length > 0)

  const send = async (change: StudentChange | FormData) => {
    const save = (basedOn: string) =>
      request(updateStudent, {
        params: { id: student._id },
        body: { ...(change as StudentChange), basedOn },
      })
    setHeld(true)
    try {
      return await save(draft.begun.version)
    } catch (cause) {
      if (!(cause instanceof RefusalError && cause.code === 'student-changed')) throw cause
      const current = await client.fetchQuery({ ...query, staleTime: 0 })
      // Somebody else's other fields are no reason to ask.
      if (compare(draft.typed, current).conflicts.length > 0) throw cause
      return save(current.version)
    }
  }
  const formProps = {
    params: { id: student._id },
    initial: draft.shown,
    messagePrefix: 'Failed to update student.',
    send,
    toBody: (values: FieldValues) =>
      pick(toFields(values), compare(values, draft.begun).changed) as StudentChange,
    onType: (typed: FieldValues) => {
      setConfirmation('')
      setHeld(false)
      setDraft((before) => ({ ...before, typed }))
    },
    onDone: ({ message, student: saved }, values) => {
      const isShown = compare(values, saved).unsaved.length === 0
      setHeld(false)
      setDraft((before) =>
        isShown
          ? { ...before, begun: saved, typed: show(saved) }
          : { ...begin(saved, show(saved)), round: before.round + 1 },
      )
      // A reply that was on its way may be older.
      void client.cancelQueries({ queryKey: query.queryKey })
      client.setQueryData(query.queryKey, saved)
      replaceRow(client, listStudents, saved)
      if (onSaved) onSaved(message)
      else setConfirmation(message)
    },
  } satisfies UseFormOptions<typeof updateStudent> & { readonly messagePrefix: string }
  return {
    /** For `key`: the fields take their values anew. */
    round: draft.round,
    formProps,
    typed: draft.typed,
    conflict: isBehind && conflicts.length > 0 && (
      <div className={css.conflict}>
        <ConflictNotice
          onKeepMine={() => setDraft(rebase(draft, student, pick(show(student), outdated)))}
          onTakeTheirs={() => {
            forgetTyped()
            setDraft({ ...begin(student, show(student)), round: draft.round + 1 })
          }}
        >
          <strong>This has been changed since you began.</strong> Now it says:
          <ul className={css.theirs}>
            {conflicts.map((field) => (
              <li key={field}>
                {labels[field] ?? field}: {formatFieldValue(field, toStored(student)[field])}
              </li>
            ))}
          </ul>
          Keep what you typed and save it in place of that, or take theirs.
        </ConflictNotice>
      </div>
    ),
    confirmation: <Confirmation>{confirmation}</Confirmation>,
  }
}

function begin(begun: Student, shown: FieldValues): Draft {
  return { begun, typed: shown, shown, round: 0 }
}

/** Typed values stay; fields that were left alone show what they are now. */
function rebase(draft: Draft, begun: Student, theirs: FieldValues): Draft {
  if (Object.keys(theirs).length === 0) return { ...draft, begun }
  const typed = { ...draft.typed, ...theirs }
  return { begun, typed, shown: typed, round: draft.round + 1 }
}

function pick<Value>(
  values: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

function Confirmation({ children }: { readonly children: ReactNode }) {
  return (
    <Status
      className={css.confirmation}
      icon={<IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />}
    >
      {children}
    </Status>
  )
}
