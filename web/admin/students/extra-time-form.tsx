import { useState } from 'react'
import { type Student, updateStudent } from '#contract/students.ts'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import css from './extra-time-form.module.css'
import { useSaveConfirmation } from './fees-form.tsx'

const { Form, Field, Check } = formFor(updateStudent)

/** Extra time for a student who needs longer; it extends every deadline set from now on. */
export function ExtraTimeForm({ student }: { student: Student }) {
  const [typed, setTyped] = useState(String(student.extraTimePercent ?? 0))
  const confirmation = useSaveConfirmation()
  return (
    <Card padded>
      <h2>Extra time</h2>
      <p className={css.hint}>
        {describeExtraTime(typed)} This applies to every quiz that starts after you save. A running
        quiz keeps its time; add minutes to it on the results page of its test.
      </p>
      <Form
        params={{ id: student._id }}
        initial={{ extraTimePercent: typed }}
        submit="Save extra time"
        submitWide
        submitTone="default"
        messagePrefix="Failed to update student."
        validate={({ extraTimePercent }) => {
          const error = validateExtraTime(extraTimePercent)
          return error ? { extraTimePercent: error } : {}
        }}
        toBody={({ extraTimePercent }) => ({ extraTimePercent: Number(extraTimePercent) })}
        onType={({ extraTimePercent = '' }) => {
          confirmation.clear()
          setTyped(extraTimePercent)
        }}
        onDone={confirmation.handleSaved}
      >
        <Field
          name="extraTimePercent"
          label="Percent of the duration"
          inputMode="numeric"
          autoComplete="off"
        />
      </Form>
      {confirmation.statusLine}
    </Card>
  )
}

/** For a student who uses a screen reader or browses with the keyboard. */
export function AssistiveToolsForm({ student }: { student: Student }) {
  const confirmation = useSaveConfirmation()
  return (
    <Card padded>
      <h2>Assistive tools</h2>
      <p className={css.hint}>
        A quiz keeps students from using F6, F7 and from selecting its text. Screen readers and
        tools that read aloud may need them.
      </p>
      <Form
        params={{ id: student._id }}
        submit="Save assistive tools"
        submitWide
        submitTone="default"
        messagePrefix="Failed to update student."
        toBody={({ assistiveTools }) => ({ assistiveTools: assistiveTools === 'true' })}
        onType={confirmation.clear}
        onDone={confirmation.handleSaved}
      >
        <Check name="assistiveTools" defaultChecked={student.assistiveTools ?? false}>
          Allow F6, F7 and selecting text in quizzes
        </Check>
      </Form>
      {confirmation.statusLine}
    </Card>
  )
}

const maxPercent = 400
const exampleMinutes = 60

export function validateExtraTime(typed = ''): string | undefined {
  const text = typed.trim()
  if (!/^\d{1,9}$/.test(text)) return 'Enter a whole percentage, 0 for none'
  return Number(text) > maxPercent ? `Enter ${maxPercent} or less` : undefined
}

/** The effect on a test of one hour. */
export function describeExtraTime(typed: string): string {
  const percent = Number(typed)
  if (validateExtraTime(typed) || percent === 0) return 'No extra time.'
  const minutes = Math.round(exampleMinutes * (1 + percent / 100))
  return `A test of ${exampleMinutes} mins lasts ${minutes} mins.`
}
