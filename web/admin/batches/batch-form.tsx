import { useQueryClient } from '@tanstack/react-query'
import { type Batch, createBatch, getBatch, listBatches, updateBatch } from '#contract/batches.ts'
import { courseLabels } from '#contract/registration-labels.ts'
import { validateDay } from '#core/students/calendar-date.ts'
import { courses } from '#core/students/registration.ts'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import type { RefusalError } from '../../client/request.ts'
import { DateField } from '../../ui/form/date-field.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import { type FieldErrors, type FieldValues, useField } from '../../ui/form/form-state.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import css from './batch-form.module.css'

type BatchFormProps = {
  /** Missing for a new one. */
  readonly batch?: Batch
  readonly onSaved?: (batch: Batch) => void
  readonly onClose: () => void
}

const NewBatch = formFor(createBatch)
const ChangedBatch = formFor(updateBatch)

/** Name, course, days and seats: for a new batch, or to change one. */
export function BatchForm({ batch, onSaved, onClose }: BatchFormProps) {
  const client = useQueryClient()
  const form = {
    initial: batch ? toFields(batch) : {},
    validate,
    placeRefusal,
    fallbackMessage: 'The batch was not saved.',
    onDone: async (reply: { message: string; batch: Batch }) => {
      await invalidateEndpoints(client, listBatches, getBatch)
      showToast(reply.message)
      onClose()
      onSaved?.(reply.batch)
    },
    children: <BatchFields />,
  }
  return (
    <FormDialog opened onClose={onClose} title={batch ? 'Edit batch' : 'Create batch'} width={600}>
      {batch ? (
        <ChangedBatch.Form
          {...form}
          params={{ id: batch._id }}
          toBody={(values) => ({ ...toBody(values), basedOn: batch.version })}
          submit="Save batch"
        />
      ) : (
        <NewBatch.Form {...form} toBody={toBody} submit="Create batch" />
      )}
    </FormDialog>
  )
}

const { Field, Select } = NewBatch
const courseOptions = courses.map((course) => ({ value: course, name: courseLabels[course] }))

function BatchFields() {
  return (
    <>
      <Field name="name" label="Name" autoComplete="off" autoFocus dir="auto" />
      <Select name="course" label="Course" options={courseOptions} prompt="Choose a course" />
      <div className={css.days}>
        <DateField {...useField('firstDay')} label="First day" autoComplete="off" nearToday />
        <DateField {...useField('lastDay')} label="Last day" autoComplete="off" nearToday />
      </div>
      <Field
        name="seats"
        label="Seats"
        optional
        hint="More students than seats are allowed, and pointed out."
        inputMode="numeric"
        autoComplete="off"
      />
    </>
  )
}

function toFields({ name, course, startDate, endDate, seats }: Batch): FieldValues {
  return {
    name,
    course,
    firstDay: reverseParts(startDate),
    lastDay: reverseParts(endDate),
    seats: seats === null ? '' : String(seats),
  }
}

function toBody(values: FieldValues) {
  const { name = '', course = '', firstDay = '', lastDay = '', seats = '' } = values
  return {
    name,
    course: course as (typeof courses)[number],
    startDate: reverseParts(firstDay.trim()),
    endDate: reverseParts(lastDay.trim()),
    seats: seats.trim() === '' ? null : Number(seats),
  }
}

/** Days are yyyy-MM-dd in requests and dd-MM-yyyy on the screen. */
function reverseParts(day: string): string {
  return day.split('-').toReversed().join('-')
}

function validate({ course, firstDay = '', lastDay = '', seats = '' }: FieldValues): FieldErrors {
  return {
    ...(course === '' && { course: 'Choose a course' }),
    firstDay: validateDay(firstDay.trim(), 'the first day'),
    lastDay: validateDay(lastDay.trim(), 'the last day'),
    ...(!/^\d*$/.test(seats.trim()) && { seats: 'Enter a whole number' }),
  }
}

function placeRefusal({ code, message, fields }: RefusalError): FieldErrors {
  if (code === 'batch-name-taken') return { name: message }
  const { startDate, endDate, ...others } = fields
  return { ...others, firstDay: startDate, lastDay: endDate }
}
