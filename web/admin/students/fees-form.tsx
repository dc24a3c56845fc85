import { IconCircleCheck, IconCurrencyRupee } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStudent, listStudents, type Student, updateStudent } from '#contract/students.ts'
import { parseDate } from '#core/students/registration.ts'
import { site } from '#site'
import { invalidateEndpoints } from '../../client/endpoint-query.ts'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import type { FieldValues } from '../../ui/form/form-state.ts'
import { replaceRow } from '../lists/cached-pages.ts'
import css from './fees-form.module.css'

const { Form, Field, Day, TextArea: Area } = formFor(updateStudent)

export function FeesForm({ student }: { student: Student }) {
  const confirmation = useSaveConfirmation()
  return (
    <Card padded>
      <h2 className={css.title}>Update</h2>
      <Form
        params={{ id: student._id }}
        initial={{
          fees: student.fees == null ? '' : student.fees.toLocaleString(site.locale),
          startDate: reverseDateParts(student.startDate ?? ''),
          remarks: student.remarks ?? '',
        }}
        submit="Update"
        submitWide
        messagePrefix="Failed to update student."
        validate={check}
        toBody={({ fees, startDate, remarks }) => ({
          fees: toDigits(fees),
          startDate: reverseDateParts(startDate?.trim() ?? ''),
          remarks: remarks?.trim() || null,
        })}
        onType={confirmation.clear}
        onDone={confirmation.handleSaved}
      >
        <Field
          name="fees"
          label="Fees"
          inputMode="numeric"
          autoComplete="off"
          icon={<IconCurrencyRupee size={18} stroke={1.75} aria-hidden="true" />}
        />
        <Day name="startDate" label="Start Date" autoComplete="off" nearToday />
        <Area name="remarks" label="Remarks" />
      </Form>
      {confirmation.statusLine}
    </Card>
  )
}

function check({ fees, startDate }: FieldValues) {
  const day = startDate?.trim() ?? ''
  return {
    ...(!/^\d{0,9}$/.test(toDigits(fees)) && { fees: 'Enter the fees in whole rupees' }),
    ...(day &&
      !parseDate(day) && { startDate: 'Enter the start date as day-month-year, like 01-12-2026' }),
  }
}

/** Reads "45,000" and "₹ 45000" as 45000. */
function toDigits(fees = '') {
  return fees.replace(/[₹,\s]/g, '')
}

/** Dates are yyyy-MM-dd in requests and dd-MM-yyyy on the screen. */
function reverseDateParts(day: string) {
  return day.split('-').toReversed().join('-')
}

/** Updates a saved student on every screen, and confirms it in a status line. */
export function useSaveConfirmation() {
  const client = useQueryClient()
  const [confirmation, setConfirmation] = useState('')
  return {
    clear: () => setConfirmation(''),
    async handleSaved({ message, student }: { message: string; student: Student }) {
      replaceRow(client, listStudents, student)
      await invalidateEndpoints(client, getStudent)
      setConfirmation(message)
    },
    statusLine: (
      <p role="status" className={css.confirmation}>
        {confirmation && (
          <>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
            {confirmation}
          </>
        )}
      </p>
    ),
  }
}
