import { formatCount, toDigits } from '#contract/format.ts'
import { type Student, updateStudent } from '#contract/students.ts'
import { validateDay } from '#core/students/calendar-date.ts'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { MoneyIcon } from '../../ui/money-icon.tsx'
import css from './fees-form.module.css'
import { useStudentForm } from './use-student-form.tsx'

const { Form, Field, Day, TextArea: Area } = formFor(updateStudent)

const labels = { fees: 'Fees', startDate: 'Start Date', remarks: 'Remarks' } as const

export function FeesForm({ student }: { student: Student }) {
  const { round, formProps, conflict, confirmation } = useStudentForm(student, {
    labels,
    show: ({ fees, startDate, remarks }) => ({
      fees: fees == null ? '' : formatCount(fees),
      startDate: reverseDateParts(startDate ?? ''),
      remarks: remarks ?? '',
    }),
    toBody: ({ fees, startDate, remarks }) => ({
      fees: toDigits(fees ?? ''),
      startDate: reverseDateParts(startDate?.trim() ?? ''),
      remarks: remarks?.trim() || null,
    }),
  })
  return (
    <Card padded>
      <h2 className={css.title}>Update</h2>
      {conflict}
      <Form key={round} {...formProps} submit="Update" submitWide validate={check}>
        <Field
          name="fees"
          label={labels.fees}
          inputMode="numeric"
          autoComplete="off"
          icon={<MoneyIcon size={18} />}
        />
        <Day name="startDate" label={labels.startDate} autoComplete="off" nearToday />
        <Area name="remarks" label={labels.remarks} />
      </Form>
      {confirmation}
    </Card>
  )
}

function check({ fees, startDate }: FieldValues) {
  const day = startDate?.trim() ?? ''
  return {
    ...(!/^\d{0,9}$/.test(toDigits(fees ?? '')) && { fees: 'Enter the fees in whole rupees' }),
    ...(day && { startDate: validateDay(day, 'the start date') }),
  }
}

/** Dates are yyyy-MM-dd in requests and dd-MM-yyyy on the screen. */
function reverseDateParts(day: string) {
  return day.split('-').toReversed().join('-')
}
