import { type Student, updateStudent } from '#contract/students.ts'
import { Card } from '../../ui/card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import css from './extra-time-form.module.css'
import { useStudentForm } from './use-student-form.tsx'

const { Form, Field, Check } = formFor(updateStudent)

/** Extra time for a student who needs longer; it extends every deadline set from now on. */
export function ExtraTimeForm({ student }: { student: Student }) {
  const { round, formProps, typed, conflict, confirmation } = useStudentForm(student, {
    labels: { extraTimePercent: 'Percent of the duration' },
    show: ({ extraTimePercent = 0 }) => ({ extraTimePercent: String(extraTimePercent) }),
    toBody: ({ extraTimePercent }) => ({ extraTimePercent: Number(extraTimePercent) }),
  })
  return (
    <Card padded>
      <h2>Extra time</h2>
      <p className={css.hint}>
        {describeExtraTime(typed.extraTimePercent ?? '')} This applies to every quiz that starts
        after you save. A running quiz keeps its time; add minutes to it on the results page of its
        test.
      </p>
      {conflict}
      <Form
        key={round}
        {...formProps}
        submit="Save extra time"
        submitWide
        submitTone="default"
        validate={({ extraTimePercent }) => {
          const error = validateExtraTime(extraTimePercent)
          return error ? { extraTimePercent: error } : {}
        }}
      >
        <Field
          name="extraTimePercent"
          label="Percent of the duration"
          inputMode="numeric"
          autoComplete="off"
        />
      </Form>
      {confirmation}
    </Card>
  )
}

/** For a student who uses a screen reader or browses with the keyboard. */
export function AssistiveToolsForm({ student }: { student: Student }) {
  const { round, formProps, conflict, confirmation } = useStudentForm(student, {
    labels: { assistiveTools: 'Assistive tools' },
    show: ({ assistiveTools }) => ({ assistiveTools: assistiveTools ? 'true' : '' }),
    toBody: ({ assistiveTools }) => ({ assistiveTools: assistiveTools === 'true' }),
  })
  return (
    <Card padded>
      <h2>Assistive tools</h2>
      <p className={css.hint}>
        A quiz keeps students from using F6, F7 and from selecting its text, and leaving its window
        counts. Screen readers and tools that read aloud may need the keys, and their lists and
        settings are windows of their own. With this on, leaving the window for less than 20 seconds
        is noted with its length and counts nothing. Longer, or another tab in front, counts as the
        test says.
      </p>
      {conflict}
      <Form
        key={round}
        {...formProps}
        submit="Save assistive tools"
        submitWide
        submitTone="default"
      >
        <Check name="assistiveTools" defaultChecked={formProps.initial.assistiveTools === 'true'}>
          Allow F6, F7, selecting text and the windows of a screen reader in quizzes
        </Check>
      </Form>
      {confirmation}
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
