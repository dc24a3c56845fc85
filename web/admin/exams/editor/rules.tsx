import type { IntegrityMode } from '#core/exams/exam.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { GroupFrame } from '../../../ui/form/field-frame.tsx'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import type { DraftActions } from './draft-actions.ts'
import type { ExamDraft } from './exam-draft.ts'
import css from './rules.module.css'

const modes = [
  { value: 'strict', name: 'Strict', meaning: 'Leaving the quiz once submits it.' },
  { value: 'warn', name: 'Warn', meaning: 'Two warnings, then leaving it again submits it.' },
  {
    value: 'observe',
    name: 'Observe',
    meaning: 'Leaving is only noted for you. A reload goes on with the quiz.',
  },
] as const satisfies readonly { value: IntegrityMode; name: string; meaning: string }[]

type RulesProps = {
  readonly draft: ExamDraft
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** How a test is taken; most leave it as it is, so it stays folded. */
export function Rules({ draft, change, readOnly }: RulesProps) {
  return (
    <details className={css.rules}>
      <summary>
        <h2>Rules</h2>
        <span>{describeRules(draft)}</span>
      </summary>
      <fieldset className={css.body} disabled={readOnly}>
        <GroupFrame
          label="When a student leaves the quiz"
          hint="Leaving is another tab or window, a reload, the back button or developer tools. Each is noted on the attempt in every mode; copying and other blocked keys never end the quiz."
        >
          {() => (
            <RadioCards
              name="integrityMode"
              options={modes}
              value={draft.integrityMode}
              onChange={(integrityMode) => change.basics({ integrityMode })}
              inRow
            />
          )}
        </GroupFrame>
        <div className={css.pair}>
          <SelectField
            label="Attempts allowed"
            hint="You can grant one student another later."
            value={String(draft.attemptsAllowed)}
            options={listAttemptOptions(draft.attemptsAllowed)}
            onChange={({ target }) => change.basics({ attemptsAllowed: Number(target.value) })}
          />
          <Checkbox
            kind="switch"
            checked={draft.shuffleOptions}
            onChange={({ target }) => change.basics({ shuffleOptions: target.checked })}
          >
            Shuffle the options of each question, anew for each attempt
          </Checkbox>
        </div>
      </fieldset>
    </details>
  )
}

function describeRules({ integrityMode, attemptsAllowed, shuffleOptions }: ExamDraft) {
  const mode = modes.find(({ value }) => value === integrityMode)?.name
  const order = shuffleOptions ? 'options shuffled' : 'options in order'
  return `${mode}, ${toAttemptsLabel(attemptsAllowed).toLowerCase()}, ${order}`
}

function listAttemptOptions(current: number) {
  const counts = [1, 2, 3, 5, 10, 0]
  const offered = counts.includes(current) ? counts : [...counts, current]
  return offered.map((count) => ({ value: String(count), name: toAttemptsLabel(count) }))
}

function toAttemptsLabel(count: number) {
  if (count === 0) return 'No limit'
  return count === 1 ? '1 attempt' : `${count} attempts`
}
