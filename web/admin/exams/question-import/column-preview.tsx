import { IconChevronLeft, IconChevronRight, IconHelpCircle } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportEntry } from '#core/questions/formats/import-entry.ts'
import { formatsOf } from '#core/questions/formats/kind-formats.ts'
import { toColumnLetters } from '#core/tables/columns.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import css from './column-step.module.css'
import { QuestionParts } from './entry-list.tsx'

type ColumnPreviewProps = {
  readonly entries: readonly ImportEntry[]
  readonly unnamed: readonly { readonly position: number }[]
  readonly hasKey: boolean
}

/** The first questions as the columns read now, one at a time. */
export function ColumnPreview({ entries, unnamed, hasKey }: ColumnPreviewProps) {
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, entries.length - 1)
  const question = entries[at]?.question
  if (!question) return null
  const letters = toColumnLetters(unnamed)
  return (
    <Card padded className={css.preview}>
      <h4>Question {at + 1} as we read it</h4>
      <p dir="auto" className={css.words}>
        {question.text ? <AuthorTextView text={question.text} /> : <i>No words</i>}
      </p>
      <QuestionParts question={question} />
      {!formatsOf(question).hasKey(question) && (
        <p className={css.noKey}>
          <IconHelpCircle size={18} stroke={1.75} aria-hidden="true" />
          <span>
            <b>No correct answer yet.</b>
            {!hasKey && letters.length > 1 && letters.length < 4
              ? ` Is it in ${letters.slice(0, -1).join(', in ')} or in ${letters.at(-1)}?`
              : ''}
          </span>
        </p>
      )}
      <div className={css.pager}>
        <IconButton name="Question before" disabled={at === 0} onClick={() => setChosen(at - 1)}>
          <IconChevronLeft size={20} stroke={1.75} aria-hidden="true" />
        </IconButton>
        <span>
          {at + 1} of {entries.length}
        </span>
        <IconButton
          name="Next question"
          disabled={at === entries.length - 1}
          onClick={() => setChosen(at + 1)}
        >
          <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        </IconButton>
      </div>
    </Card>
  )
}
