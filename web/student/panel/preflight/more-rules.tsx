import type { StudentExam } from '#contract/exams.ts'
import css from './more-rules.module.css'

/** How students move through this quiz, and what happens to its clock and their answers. */
export function MoreRules({ navigation }: Pick<Partial<StudentExam>, 'navigation'>) {
  return (
    <details className={css.more}>
      <summary>More about the quiz</summary>
      <ul>
        {[navigation ? freeRule : forwardRule, ...otherRules].map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </details>
  )
}

const forwardRule = 'One question at a time. Answers are final.'
const freeRule =
  'One question at a time. You can go back to any of them and change your answers until you finish. Answers marked for review count like all others.'
const otherRules = [
  'The clock runs until the end, and only the institute can pause it. When the time is over, your answers are submitted by themselves, with the option you have chosen last.',
  'If the connection drops, go on answering and keep the page open.',
  'The letter T reads out the time left and what is saved.',
  'With a screen reader, the letters and Enter do so in its focus mode. In its browse mode letters move through the page, and Enter presses what the cursor is at.',
  'If the device fails, log in again and press Resume.',
]
