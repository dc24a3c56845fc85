import type { MouseEvent } from 'react'
import type { Line } from './answer-sheet.tsx'
import css from './question-map.module.css'
import { verdictLooks, verdictOf } from './verdict.ts'

/** A number for each question that is shown, leading to it. */
export function QuestionMap({ lines }: { lines: readonly Line[] }) {
  return (
    <nav aria-label="Jump to a question">
      <ol className={css.map}>
        {lines.map(({ number, id, response }) => {
          const verdict = verdictOf(response)
          const { word } = verdictLooks[verdict]
          return (
            <li key={id}>
              <a
                href={`#${id}`}
                data-verdict={verdict}
                aria-label={`Question ${number}, ${word.toLowerCase()}`}
                onClick={jump}
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
function jump(event: MouseEvent<HTMLAnchorElement>) {
  const question = document.getElementById(event.currentTarget.hash.slice(1))
  if (!question) return
  event.preventDefault()
  question.focus({ preventScroll: true })
  question.scrollIntoView({ block: 'start' })
}
