import type { IntegrityMode, Navigation } from '#core/exams/exam.ts'
import type { CountingRule } from '#core/grading/counted-attempt.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { FoldedCard } from '../../../ui/folded-card.tsx'
import { GroupFrame } from '../../../ui/form/field-frame.tsx'
import { RadioCards } from '../../../ui/form/radio-cards.tsx'
import { SelectField } from '../../../ui/form/text-field.tsx'
import css from './editor-form.module.css'
import type { ExamDraft } from './exam-draft.ts'
import type { DraftActions } from './use-editor.ts'

const modes = [
  { value: 'strict', name: 'Strict', meaning: 'Leaving the quiz once submits it.' },
  { value: 'warn', name: 'Warn', meaning: 'Two warnings, then leaving it again submits it.' },
  {
    value: 'observe',
    name: 'Observe',
    meaning: 'Leaving is only noted for you. A reload goes on with the quiz.',
  },
] as const satisfies readonly { value: IntegrityMode; name: string; meaning: string }[]

const countedAttempts = [
  { value: 'last', name: 'The last one' },
  { value: 'best', name: 'The best one' },
  { value: 'average', name: 'The average of all' },
] as const satisfies readonly { value: CountingRule; name: string }[]

const countingFrozenHint =
  'Students have their results by this rule. Take the results back to change it.'

const navigations = [
  {
    value: 'forward',
    name: 'Forward',
    meaning: 'One question after the other. A submitted answer is final.',
  },
  {
    value: 'free',
    name: 'Free',
    badge: 'Recommended',
    meaning: 'Back and forth, with a list of all questions. Answers can be changed until the end.',
  },
] as const satisfies readonly {
  value: Navigation
  name: string
  meaning: string
  badge?: string
}[]

type RulesProps = {
  readonly draft: ExamDraft
  readonly change: DraftActions
  readonly readOnly: boolean
  readonly areResultsReleased: boolean
}

/** How a test is taken; most leave it as it is, so it stays folded. */
export function Rules({ draft, change, readOnly, areResultsReleased }: RulesProps) {
  return (
    <div className={css.rules}>
      <FoldedCard title="Rules" summary={describeRules(draft)} readOnly={readOnly}>
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
          <GroupFrame
            label="How students move through the paper"
            hint="A student who is taking the test goes on as it was at the start."
          >
            {() => (
              <RadioCards
                name="navigation"
                options={navigations}
                value={draft.navigation}
                onChange={(navigation) => change.basics({ navigation })}
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
              Shuffle the options of each question, differently for each attempt
            </Checkbox>
          </div>
          <SelectField
            label="Which attempt counts"
            hint={
              areResultsReleased
                ? countingFrozenHint
                : 'For a student with several, in averages, question figures, exports and emails.'
            }
            disabled={areResultsReleased}
            value={draft.countedAttempt}
            options={countedAttempts}
            onChange={({ target }) =>
              change.basics({ countedAttempt: target.value as CountingRule })
            }
          />
        </fieldset>
      </FoldedCard>
    </div>
  )
}

function describeRules(draft: ExamDraft) {
  const { integrityMode, attemptsAllowed, shuffleOptions, navigation, countedAttempt } = draft
  const mode = modes.find(({ value }) => value === integrityMode)?.name
  const order = shuffleOptions ? 'options shuffled' : 'options in order'
  const way = navigation === 'free' ? ', free navigation' : ''
  const counting = {
    last: '',
    best: ', the best attempt counts',
    average: ', the average counts',
  }[countedAttempt]
  return `${mode}, ${toAttemptsLabel(attemptsAllowed).toLowerCase()}, ${order}${way}${counting}`
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
