import { type Student, updateStudent } from '#contract/students.ts'
import { FoldedCard } from '../../ui/folded-card.tsx'
import { formFor } from '../../ui/form/form-for.tsx'
import css from './allowances-form.module.css'
import { useStudentForm } from './use-student-form.tsx'

const { Form, Field, Check } = formFor(updateStudent)

type Allowances = Pick<Student, 'extraTimePercent' | 'assistiveTools'>

const labels = {
  extraTimePercent: 'Percent of the duration',
  assistiveTools: 'Assistive tools',
} as const

/**
 * Extra time for a student who needs longer, which extends every deadline set from now on, and keys
 * and windows for one who uses a screen reader or browses with the keyboard.
 */
export function AllowancesForm({ student }: { student: Student }) {
  const { round, formProps, typed, conflict, confirmation } = useStudentForm(student, {
    labels,
    show: ({ extraTimePercent = 0, assistiveTools }) => ({
      extraTimePercent: String(extraTimePercent),
      assistiveTools: assistiveTools ? 'true' : '',
    }),
    toBody: ({ extraTimePercent, assistiveTools }) => ({
      extraTimePercent: Number(extraTimePercent),
      assistiveTools: assistiveTools === 'true',
    }),
  })
  return (
    <FoldedCard title="Quiz allowances" summary={describeAllowances(student)}>
      {conflict}
      <Form
        key={round}
        {...formProps}
        submit="Save allowances"
        submitTone="default"
        validate={({ extraTimePercent }) => {
          const error = validateExtraTime(extraTimePercent)
          return error ? { extraTimePercent: error } : {}
        }}
      >
        <div className={css.part}>
          <h3>Extra time</h3>
          <p className={css.hint}>
            {describeExtraTime(typed.extraTimePercent ?? '')} This applies to every quiz that starts
            after you save. A running quiz keeps its time; add minutes to it on the results page of
            its test.
          </p>
          <div className={css.percent}>
            <Field
              name="extraTimePercent"
              label={labels.extraTimePercent}
              inputMode="numeric"
              autoComplete="off"
            />
          </div>
        </div>
        <div className={css.part}>
          <h3>{labels.assistiveTools}</h3>
          <p className={css.hint}>
            A quiz keeps students from using F6, F7 and from selecting its text, and leaving its
            window counts. Screen readers and tools that read aloud may need the keys, and their
            lists and settings are windows of their own. With this on, leaving the window for less
            than 20 seconds is noted with its length and counts nothing. Longer, or another tab in
            front, counts as the test says.
          </p>
          <Check name="assistiveTools" defaultChecked={formProps.initial.assistiveTools === 'true'}>
            Allow F6, F7, selecting text and the windows of a screen reader in quizzes
          </Check>
        </div>
      </Form>
      {confirmation}
    </FoldedCard>
  )
}

/** In one line, while it is folded. */
export function describeAllowances({ extraTimePercent = 0, assistiveTools }: Allowances): string {
  const tools = assistiveTools ? 'assistive tools' : ''
  if (extraTimePercent > 0)
    return [`${extraTimePercent}% extra time`, tools].filter(Boolean).join(', ')
  return tools ? 'Assistive tools' : 'None'
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
