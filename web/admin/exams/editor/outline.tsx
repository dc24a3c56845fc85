import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { type MouseEvent, memo, type ReactNode, useDeferredValue } from 'react'
import { pluralize } from '#contract/format.ts'
import { AuthorText } from '../../../questions/author-text.tsx'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { toFieldId } from '../../../ui/form/form-state.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ExamDraft } from './exam-draft.ts'
import { getVisibleErrors, validateQuestion } from './field-errors.ts'
import css from './outline.module.css'
import type { Editor } from './use-editor.ts'

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
          {number}. <AuthorText text={question.text.trim() || 'No words yet'} />
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

/** Beside the button: why it did not work, and how much is left to mend. */
export function FormErrors({ editor: { failure, problems } }: { editor: Editor }) {
  return (
    <div className={css.errors}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p role="status">{problems > 0 && `${pluralize(problems, 'problem')} left to mend.`}</p>
    </div>
  )
}
