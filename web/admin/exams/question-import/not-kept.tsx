import { pluralize } from '#contract/format.ts'
import type { ImportEntry } from '#core/questions/formats/import-entry.ts'
import type { FileError } from '#core/questions/formats/portable-question.ts'
import {
  groupErrors,
  listNumbers,
  summarizeLosses,
} from '#core/questions/formats/summarize-losses.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import css from './not-kept.module.css'

/** Lists what the file says and a test cannot keep, each cause once. */
export function NotKept({ entries }: { readonly entries: readonly ImportEntry[] }) {
  const losses = summarizeLosses(entries)
  if (losses.length === 0) return null
  return (
    <Card className={css.card}>
      <h3>Not kept</h3>
      <ul className={css.list} aria-label="Not kept">
        {losses.map(({ cause, questionNumbers }) => (
          <li key={cause}>
            <b>{questionNumbers.length}</b>
            <details>
              <summary>
                {cause.charAt(0).toUpperCase() + cause.slice(1)}
                <span className={css.show}>Show</span>
              </summary>
              <p>
                In {pluralize(questionNumbers.length, 'question')}: {listNumbers(questionNumbers)}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const maxErrors = 20

type FileErrorsProps = {
  readonly errors: readonly FileError[]
  /** "line", or "row" where it is a table. */
  readonly unit: string
}

/** Faults of the file that belong to no question, each said once with its places. */
export function FileErrors({ errors, unit }: FileErrorsProps) {
  const grouped = groupErrors(errors)
  if (grouped.length === 0) return null
  return (
    <Notice tone="warn">
      <ul className={css.errors}>
        {grouped.slice(0, maxErrors).map(({ message, lines }) => (
          <li key={message}>
            {lines.length > 0 && `${unit}${lines.length > 1 ? 's' : ''} ${listNumbers(lines)}: `}
            {message}
          </li>
        ))}
        {grouped.length > maxErrors && <li>and {grouped.length - maxErrors} more</li>}
      </ul>
    </Notice>
  )
}
