import { IconAlertCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import {
  type MouseEvent,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { pluralize } from '#contract/format.ts'
import { AuthorTextView } from '../../../questions/author-text-view.tsx'
import type { QuestionDraft } from '../../../questions/options/question-draft.ts'
import { Card } from '../../../ui/card.tsx'
import { toFieldId } from '../../../ui/form/form-state.ts'
import { MoveHandle } from '../../../ui/move-handle.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Spoken, Status } from '../../../ui/status.tsx'
import type { ExamDraft } from './exam-draft.ts'
import { getVisibleErrors, validateQuestion } from './field-errors.ts'
import css from './outline.module.css'
import { PictureAdvice } from './picture-advice.tsx'
import type { Editor } from './use-editor.ts'

type MoveQuestion = (key: string, to: number) => void

type OutlineProps = {
  readonly draft: ExamDraft
  readonly facts: Readonly<Record<string, ReactNode>>
  /** To a place from 0; missing where the test can only be read. */
  readonly onMove?: MoveQuestion | undefined
  /** The buttons, and what they have to tell. */
  readonly children?: ReactNode
}

/** The test at a glance: each question leads to its card, with its problems marked. */
export function Outline({ draft, facts, onMove, children }: OutlineProps) {
  // Typing goes first; the outline follows when there is time.
  const questions = useDeferredValue(draft.questions)
  const { handleMove, announcement } = useMoves(questions, onMove)
  return (
    <aside className={css.aside} aria-label="Outline">
      <Card padded>
        <h2>Outline</h2>
        <ol className={css.list}>
          {questions.map((question, index) => (
            <Item
              key={question.key}
              question={question}
              number={index + 1}
              onMove={questions.length > 1 ? handleMove : undefined}
            />
          ))}
        </ol>
        <Spoken>{announcement}</Spoken>
        <dl className={css.facts}>
          {Object.entries(facts).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <PictureAdvice questions={questions} />
        {children}
      </Card>
    </aside>
  )
}

/** Moves are spoken, and the handle keeps the focus at its new place. */
function useMoves(questions: readonly QuestionDraft[], onMove: MoveQuestion | undefined) {
  const [announcement, setAnnouncement] = useState('')
  const movedKey = useRef<string | null>(null)
  const count = questions.length
  const move = useCallback(
    (key: string, to: number) => {
      if (to < 0 || to >= count) return
      movedKey.current = key
      onMove?.(key, to)
      setAnnouncement(`Moved, now question ${to + 1}`)
    },
    [onMove, count],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list is drawn in its new order
  useLayoutEffect(() => {
    if (movedKey.current) document.getElementById(toHandleId(movedKey.current))?.focus()
    movedKey.current = null
  }, [questions])
  return { handleMove: onMove && move, announcement }
}

const toHandleId = (key: string) => `${key}-handle`

const states = {
  ready: { Icon: IconCircleCheck, word: 'ready' },
  open: { Icon: IconCircleDashed, word: 'not ready yet' },
  faulty: { Icon: IconAlertCircle, word: 'has problems' },
} as const

type ItemProps = {
  readonly question: QuestionDraft
  readonly number: number
  readonly onMove: MoveQuestion | undefined
}

const Item = memo(function Item({ question, number, onMove }: ItemProps) {
  const state = stateOf(question)
  const { Icon, word } = states[state]
  return (
    <li data-state={state}>
      <a href={`#${question.key}`} onClick={(event) => goTo(event, question.key)}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
        <span>
          {number}. <AuthorTextView text={question.text.trim() || 'No words yet'} />
          <span className="visually-hidden">, {word}</span>
        </span>
      </a>
      {onMove && (
        <MoveHandle
          id={toHandleId(question.key)}
          name={`Move question ${number}`}
          hint="drag, or use the arrow keys"
          at={number - 1}
          onMove={(to) => onMove(question.key, to)}
        />
      )}
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
export function FormErrors({ editor: { failure, isCancelled, problems } }: { editor: Editor }) {
  return (
    <div className={css.errors}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      {isCancelled && (
        <Notice>
          You stopped saving. Nothing you typed is lost. If it arrived all the same, saving again
          does no harm.
        </Notice>
      )}
      <Status>{problems > 0 && `${pluralize(problems, 'problem')} left to fix.`}</Status>
    </div>
  )
}
