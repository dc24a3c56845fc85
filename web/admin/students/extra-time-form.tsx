import { IconCircleCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getStudent, listStudents, type Student, updateStudent } from '#contract/students.ts'
import { Card } from '../../kit/card.tsx'
import { formFor } from '../../kit/form/form-for.tsx'
import { refresh } from '../../query.ts'
import { replaceRow } from '../loaded-rows.ts'
import { extraTimeFault, extraTimeSays } from './extra-time.ts'
import css from './extra-time-form.module.css'

const { Form, Field } = formFor(updateStudent)

/** For a student who needs longer; added to every deadline that is set from now on. */
export function ExtraTimeForm({ student }: { student: Student }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(String(student.extraTimePercent))
  const [said, setSaid] = useState('')
  return (
    <Card padded>
      <h2>Extra time</h2>
      <p className={css.hint}>
        {extraTimeSays(typed)} What is saved here counts for every quiz that starts afterwards. A
        running quiz keeps its time; minutes are added to it on the results of its test.
      </p>
      <Form
        params={{ id: student._id }}
        initial={{ extraTimePercent: typed }}
        submit="Save extra time"
        submitWide
        submitTone="default"
        failing="Failed to update student."
        check={({ extraTimePercent }) => {
          const fault = extraTimeFault(extraTimePercent)
          return fault ? { extraTimePercent: fault } : {}
        }}
        toBody={({ extraTimePercent }) => ({ extraTimePercent: Number(extraTimePercent) })}
        onType={({ extraTimePercent = '' }) => {
          setSaid('')
          setTyped(extraTimePercent)
        }}
        onDone={async ({ message, student: saved }) => {
          replaceRow(client, listStudents, saved)
          await refresh(client, getStudent)
          setSaid(message)
        }}
      >
        <Field
          name="extraTimePercent"
          label="Percent of the duration"
          inputMode="numeric"
          autoComplete="off"
        />
      </Form>
      <p role="status" className={css.said}>
        {said && (
          <>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden="true" />
            {said}
          </>
        )}
      </p>
    </Card>
  )
}
