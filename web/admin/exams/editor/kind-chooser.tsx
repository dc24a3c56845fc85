import { useState } from 'react'
import { formatOptionLetters } from '#core/questions/option-list.ts'
import type { KindName } from '#core/questions/question.ts'
import { kindEditors } from '../../../questions/kind-editors.ts'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { DraftActions } from './draft-actions.ts'
import css from './kind-chooser.module.css'

type KindChooserProps = {
  readonly question: QuestionDraft
  readonly change: DraftActions
  readonly readOnly: boolean
}

/** Asks before a change of kind takes marks away. */
export function KindChooser({ question, change, readOnly }: KindChooserProps) {
  const [askedKind, setAskedKind] = useState<KindName | null>(null)
  const { key, kind, options } = question
  const marked = listMarked(options)
  const [kept] = marked

  const switchTo = (next: KindName) => {
    const { adopt } = kindEditors[next]
    change.edit(key, (now) => ({ kind: next, options: adopt(now.options) }))
  }
  const handleChoose = (next: KindName) => {
    const isLosing = listMarked(kindEditors[next].adopt(options)).length < marked.length
    if (isLosing) setAskedKind(next)
    else switchTo(next)
  }
  if (readOnly) {
    return kind === 'single-choice' ? null : <p className={css.name}>{kindEditors[kind].name}</p>
  }
  return (
    <fieldset className={css.kinds}>
      <legend className="visually-hidden">Kind of question</legend>
      {Object.entries(kindEditors).map(([value, { name, Icon }]) => (
        <label key={value} className={css.kind}>
          <input
            type="radio"
            name={`${key}-kind`}
            checked={value === kind}
            onChange={() => handleChoose(value as KindName)}
          />
          <Icon size={18} stroke={1.75} aria-hidden="true" />
          {name}
        </label>
      ))}
      {askedKind && kept !== undefined && (
        <ConfirmDialog
          opened
          question={`Keep only option ${formatOptionLetters([kept])} as right?`}
          action="Change the kind"
          tone="primary"
          onConfirm={async () => switchTo(askedKind)}
          onClose={() => setAskedKind(null)}
        >
          This question has {marked.length} right options, and a question of single choice has one.
          The others stay as options, no longer marked.
        </ConfirmDialog>
      )}
    </fieldset>
  )
}

function listMarked(options: QuestionDraft['options']): number[] {
  return options.flatMap(({ isCorrect }, at) => (isCorrect ? [at] : []))
}
