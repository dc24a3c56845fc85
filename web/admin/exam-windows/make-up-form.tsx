import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listAbsentStudents, listExamWindows, openMakeUpWindow } from '#contract/exam-windows.ts'
import { pluralize } from '#contract/format.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import type { RefusalError } from '../../client/request.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './make-up-form.module.css'
import {
  placeWindowErrors,
  proposeWindowFields,
  readWindowDraft,
  toWindowBody,
} from './window-draft.ts'

const { Form } = formFor(openMakeUpWindow)

type MakeUpFormProps = {
  readonly testId: string
  /** Only then are those who are absent written to. */
  readonly isReleased: boolean
  /** Only those of one batch. */
  readonly batchId?: string | undefined
  /** Only these. */
  readonly studentIds?: readonly string[]
  readonly count: number
  /** `default` beside another main action. */
  readonly submitTone?: 'primary' | 'default'
  readonly onDone: () => void
}

/** A window with a day and two times: it closes on the day on which it opens. */
export function MakeUpForm(props: MakeUpFormProps) {
  const { testId, batchId, studentIds, isReleased, count, submitTone, onDone } = props
  const client = useQueryClient()
  const [confirm, setConfirm] = useState(false)
  return (
    <Form
      params={{ testId }}
      initial={proposeWindowFields(readServerTime())}
      validate={(values) => readSameDay(values).errors}
      toBody={(values) => {
        const { times } = readSameDay(values)
        if (!times) throw new Error('The times were not checked before they were sent')
        return {
          ...toWindowBody(times),
          ...(batchId && { batchId }),
          ...(studentIds && { studentIds: [...studentIds] }),
          confirm,
        }
      }}
      placeRefusal={({ code, fields }: RefusalError) => {
        if (code === 'key-still-needed') setConfirm(true)
        return placeWindowErrors(fields)
      }}
      fallbackMessage="The window was not opened."
      submit={confirm ? `Open for ${count} all the same` : `Open for ${count}`}
      submitWide
      submitTone={submitTone}
      onDone={async ({ message }) => {
        await invalidateEndpoints(client, listExamWindows, listAbsentStudents)
        showToast(message)
        onDone()
      }}
    >
      <MakeUpTimes />
      <p className={css.note}>
        Those who took it keep their results. {pluralize(count, 'student')}{' '}
        {count === 1 ? 'finds' : 'find'} the window on the panel
        {isReleased
          ? ', and an email with its times is written to each.'
          : '. No email is written, as the test is not released.'}
      </p>
    </Form>
  )
}

function MakeUpTimes() {
  return (
    <>
      <DateField {...useField('opensDay')} label="Day" autoComplete="off" nearToday />
      <div className={css.times}>
        <TextField {...useField('opensTime')} label="From" type="time" />
        <TextField {...useField('closesTime')} label="To" type="time" />
      </div>
    </>
  )
}

function readSameDay(values: Readonly<Record<string, string>>) {
  const { times, errors } = readWindowDraft({ ...values, closesDay: values.opensDay ?? '' })
  return { times, errors: { ...errors, closesTime: errors.closesDay } }
}
