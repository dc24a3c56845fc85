import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useState } from 'react'
import type { ImportEntry } from '#core/questions/formats/import-entry.ts'
import { defaultKind } from '#core/questions/kinds.ts'
import { kindOf } from '#core/questions/question.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import { editorOf } from '../../../questions/kind-editors.ts'
import { describePicture } from '../../../questions/options/imported-options.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import layout from '../../../ui/layout.module.css'
import css from './entry-list.module.css'

type EntryListProps = {
  readonly entries: readonly ImportEntry[]
  /** "Line", or "Row" where it is a table. */
  readonly unit: string
}

const states = {
  ready: { tone: 'ok', Icon: IconCircleCheck, word: 'Ready' },
  faulty: { tone: 'warn', Icon: IconAlertTriangle, word: 'To fix' },
  out: { tone: 'bad', Icon: IconCircleX, word: 'Left out' },
} as const

export function stateOf({ question, errors }: ImportEntry): keyof typeof states {
  if (!question) return 'out'
  return errors.length > 0 ? 'faulty' : 'ready'
}

const pageSize = 50

/** Lists the questions that would be added, with what is wrong with each. */
export function EntryList({ entries, unit }: EntryListProps) {
  const [shown, setShown] = useState(pageSize)
  const [isFilteredToProblems, setFilteredToProblems] = useState(false)
  const numbered = entries.map((entry, index) => ({ entry, number: index + 1 }))
  const problems = numbered.filter(({ entry }) => stateOf(entry) !== 'ready')
  const listed = isFilteredToProblems ? problems : numbered
  return (
    <>
      {problems.length > 0 && problems.length < entries.length && (
        <Checkbox
          checked={isFilteredToProblems}
          onChange={({ target }) => setFilteredToProblems(target.checked)}
        >
          Show only what is not ready ({problems.length})
        </Checkbox>
      )}
      <ol className={css.list} aria-label="Preview">
        {listed.slice(0, shown).map(({ entry, number }) => (
          <li key={number}>
            <EntryView entry={entry} title={`Question ${number}, ${unit} ${entry.line}`} />
          </li>
        ))}
      </ol>
      {listed.length > shown && (
        <Button onClick={() => setShown(shown + pageSize)}>
          Show more (first {shown} of {listed.length} shown)
        </Button>
      )}
    </>
  )
}

function EntryView({ entry, title }: { readonly entry: ImportEntry; readonly title: string }) {
  const { tone, Icon, word } = states[stateOf(entry)]
  return (
    <>
      <div className={css.head}>
        <Badge tone={tone} icon={<Icon size={16} stroke={1.75} aria-hidden="true" />}>
          {word}
        </Badge>
        <span className={css.place}>{title}</span>
      </div>
      <p dir="auto" className={css.words}>
        <AuthorTextView text={entry.excerpt || 'No words'} />
      </p>
      {entry.question && <QuestionParts question={entry.question} />}
      {entry.errors.length > 0 && (
        <ul className={css.errors}>
          {entry.errors.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
    </>
  )
}

export function QuestionParts({
  question,
}: {
  readonly question: NonNullable<ImportEntry['question']>
}) {
  const { kind, code, picture } = question
  const { ImportedAnswers } = editorOf(question)
  return (
    <>
      {kind !== defaultKind && <p className={layout.hint}>{kindOf(question).label}</p>}
      {code && <CodeBlock code={code} />}
      {picture && <p className={layout.hint}>With {describePicture(picture)}</p>}
      <ImportedAnswers question={question} />
    </>
  )
}
