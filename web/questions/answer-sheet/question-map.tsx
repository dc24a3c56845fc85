import type { MouseEvent } from 'react'
import type { AnswerSheetItem } from '#contract/questions/kinds.ts'
import css from './question-map.module.css'
import { getVerdict, verdictBadges } from './verdict.ts'

export type NumberedResponse = {
  readonly number: number
  readonly id: string
  readonly response: AnswerSheetItem
}

/** A number for each question that is shown, leading to it. */
export function QuestionMap({ lines }: { lines: readonly NumberedResponse[] }) {
  return (
    <nav aria-label="Jump to a question">
      <ol className={css.map}>
        {lines.map(({ number, id, response }) => {
          const verdict = getVerdict(response)
          const { label } = verdictBadges[verdict]
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                data-verdict={verdict}
                aria-label={`Question ${number}, ${label.toLowerCase()}`}
                onClick={jumpToQuestion}
              >
                {number}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

/** Without an entry in the history, or Back would walk through the questions. */
function jumpToQuestion(event: MouseEvent<HTMLAnchorElement>) {
  const question = document.getElementById(event.currentTarget.hash.slice(1))
  if (!question) return
  event.preventDefault()
  question.focus({ preventScroll: true })
  question.scrollIntoView({ block: 'start' })
}
