import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, useDeferredValue } from 'react'
import { Card } from '../../../ui/card.tsx'
import type { ExamDraft, QuestionDraft } from './exam-draft.ts'
import { getVisibleErrors, toFieldId, validateQuestion } from './field-errors.ts'
import css from './outline.module.css'

type OutlineProps = {
  readonly draft: ExamDraft
  readonly facts: Readonly<Record<string, ReactNode>>
  /** The buttons, and what they have to tell. */
  readonly children?: ReactNode
}

/** The test at a glance: each question leads to its card, with its problems marked. */
export function Outline({ draft, facts, children }: OutlineProps) {
  // Typing goes first; the outline follows when there is time.
  const questions = useDeferredValue(draft.questions)
  return (
    <aside className={css.aside} aria-label="Outline">
      <Card padded>
        <h2>Outline</h2>
        <ol className={css.list}>
          {questions.map((question, index) => (
            <Item key={question.key} question={question} number={index + 1} />
          ))}
        </ol>
        <dl className={css.facts}>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </Card>
    </aside>
  )
}

const states = {
  ready: { Icon: IconCircleCheck, word: 'ready' },
  open: { Icon: IconCircleDashed, word: 'not ready yet' },
  faulty: { Icon: IconAlertCircle, word: 'has problems' },
} as const

const Item = memo(function Item({
  question,
  number,
}: {
  readonly question: QuestionDraft
  readonly number: number
}) {
  const state = stateOf(question)
  const { Icon, word } = states[state]
  return (
    <li data-state={state}>
      <a href={`#${question.key}`} onClick={(event) => goTo(event, question.key)}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span>
          {number}. {question.text.trim() || 'No words yet'}
          <span className="visually-hidden">, {word}</span>
        </span>
      </a>
    </li>
  )
})

function stateOf(question: QuestionDraft) {
  if (Object.keys(getVisibleErrors(question)).length > 0) return 'faulty'
  return Object.keys(validateQuestion(question)).length > 0 ? 'open' : 'ready'
}

function goTo(event: MouseEvent, key: string) {
  event.preventDefault()
  document.getElementById(key)?.scrollIntoView({ block: 'start' })
  document.getElementById(toFieldId(key, 'question'))?.focus({ preventScroll: true })
}
