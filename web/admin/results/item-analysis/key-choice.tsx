import { Fragment, useId, useState } from 'react'
import type { AnswerKey, ItemAnalysis } from '#contract/grading.ts'
import { kindOf } from '#core/questions/question.ts'
import { getKind } from '../../../questions/answer-controls.ts'
import { keyEditorOf } from '../../../questions/key-editors.ts'
import type { KeyToChoose } from '../../../questions/options/kind-screens.ts'
import { joinNames } from '../../../questions/options/letter-key.tsx'
import { Alert } from '../../../ui/status.tsx'
import css from './key-choice.module.css'

type KeyChoiceProps = {
  readonly item: ItemAnalysis
  readonly error: string | undefined
  /** Null while it is not clear yet what counts. */
  readonly onChoose: (key: AnswerKey | null) => void
}

/** The choice of a key: one that the kind offers, right for everyone, or again what was printed. */
export function KeyChoice({ item, error, onChoose }: KeyChoiceProps) {
  const name = useId()
  const errorId = useId()
  const { listKeys, draftLabel, createDraft, toKey, Fields } = keyEditorOf(getKind(item))
  const [chosen, setChosen] = useState<string | null>(null)
  const [draft, setDraft] = useState(() => createDraft(item))
  const handleChoose = (value: string) => {
    setChosen(value)
    onChoose(value === draftValue ? toKey(item, draft) : value)
  }
  const handleDraft = (next: unknown) => {
    setDraft(next)
    onChoose(toKey(item, next))
  }
  const keys = [
    ...listKeys(item),
    { value: draftValue, label: draftLabel, isCurrent: false },
    ...listCommonKeys(item),
  ]
  return (
    <fieldset className={css.keys} aria-describedby={error && errorId}>
      <legend>What counts as correct</legend>
      {keys.map(({ value, label, isCurrent }) => (
        <Fragment key={value}>
          <label className={css.key}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              disabled={isCurrent}
              onChange={() => handleChoose(value)}
            />
            <span>
              {label}
              {isCurrent && <small> (counts now)</small>}
            </span>
          </label>
          {value === draftValue && chosen === draftValue && (
            <Fields item={item} draft={draft} onDraft={handleDraft} />
          )}
        </Fragment>
      ))}
      {error && (
        <div id={errorId}>
          <Alert className={css.error}>{error}</Alert>
        </div>
      )}
    </fieldset>
  )
}

const draftValue = 'draft'

function listCommonKeys(item: ItemAnalysis): KeyToChoose[] {
  const { options, correction } = item
  const { toRowLetter } = kindOf({ kind: getKind(item) })
  const printed = options.flatMap(({ text, isPrinted }, row) =>
    isPrinted ? [toRowLetter(row) ?? text] : [],
  )
  const everyone = {
    value: 'everyone',
    label: 'Everyone gets the mark',
    isCurrent: correction?.key === 'everyone',
  }
  if (!correction) return [everyone]
  const label = `Take the correction back: ${joinNames(printed, 'and')}, as printed`
  return [everyone, { value: 'printed', label, isCurrent: false }]
}
