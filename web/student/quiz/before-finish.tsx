import {
  IconArrowLeft,
  IconChevronRight,
  IconCircleDashed,
  IconCloudCheck,
  IconFlag,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { QuestionState } from '#core/attempts/free-paper.ts'
import { hasEndFailed } from '#core/quiz-session/phase.ts'
import { AuthorTextView } from '../../questions/author-text-view.tsx'
import { Button } from '../../ui/button.tsx'
import { pageTitleId, quizTitleId } from '../../ui/page-title-id.ts'
import css from './before-finish.module.css'
import { BottomBar } from './bottom-bar.tsx'
import barCss from './free-paper-parts.module.css'
import { Sign } from './palette.tsx'
import type { QuizPaper } from './use-paper.ts'
import type { QuizSession } from './use-quiz-session.ts'

type BeforeFinishProps = {
  readonly paper: QuizPaper
  readonly session: QuizSession
  /** In the paper's order. */
  readonly states: readonly QuestionState[]
  readonly isBusy: boolean
  readonly onGo: (questionId: string | undefined) => void
}

/** The questions that are left, with the way to each; only here the quiz is finished. */
export function BeforeFinish({ paper, session, states, isBusy, onGo }: BeforeFinishProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])
  const listPlaces = (isListed: (state: QuestionState) => boolean) =>
    states.flatMap((state, place) => (isListed(state) ? [place] : []))
  const unanswered = listPlaces((state) => state !== 'answered' && state !== 'answered-marked')
  const marked = listPlaces((state) => state === 'marked' || state === 'answered-marked')
  const total = states.length
  const saved = session.queue.saved.length
  const isLeft = unanswered.length + marked.length > 0
  const hasFailed = hasEndFailed(session.phase)
  const renderRows = (places: readonly number[]) => (
    <ul>
      {places.map((place) => (
        <li key={place}>
          <button
            type="button"
            className={css.question}
            disabled={isBusy}
            onClick={() => onGo(session.questionIds[place])}
          >
            <Sign state={states[place] ?? 'not-seen'} number={place + 1} />
            <span className="visually-hidden">Question {place + 1}:</span>
            <span className={css.text} dir="auto">
              <AuthorTextView text={paper.questions[place]?.question.text ?? ''} />
            </span>
            <small>{stateLabels[states[place] ?? 'not-seen']}</small>
            <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <main aria-labelledby={quizTitleId} className={css.page} tabIndex={-1}>
        <h1 id={pageTitleId} ref={heading} tabIndex={-1}>
          {formatTitle(total, unanswered.length, marked.length)}
        </h1>
        <p className={css.hint}>
          Nothing is final yet.{' '}
          {isLeft && 'Choose a question to go to it; you come back to this page from there.'}
        </p>
        {unanswered.length > 0 && (
          <List
            icon={<IconCircleDashed aria-hidden="true" />}
            title={`${unanswered.length} unanswered`}
          >
            {renderRows(unanswered)}
          </List>
        )}
        {marked.length > 0 && (
          <List icon={<IconFlag aria-hidden="true" />} title={`${marked.length} marked`}>
            {renderRows(marked)}
          </List>
        )}
        <p className={css.saved}>
          <IconCloudCheck size={20} stroke={1.75} aria-hidden="true" />
          {saved} of {total} answers {saved === 1 ? 'is' : 'are'} saved. Marked answers count like
          all others.
        </p>
      </main>
      <BottomBar mustStay={hasFailed}>
        <div className={barCss.row} data-narrow>
          <Button
            icon={<IconArrowLeft aria-hidden="true" />}
            aria-disabled={isBusy || undefined}
            onClick={() => onGo(session.questionId)}
          >
            Back to the paper
          </Button>
          <Button type="submit" tone="primary" size="hero" busy={isBusy}>
            {hasFailed ? 'Try again' : 'Finish Quiz'}
          </Button>
        </div>
      </BottomBar>
    </>
  )
}

const stateLabels: Readonly<Record<QuestionState, string>> = {
  'not-seen': 'Not seen',
  seen: 'Seen, no answer',
  answered: 'Answered',
  marked: 'Marked, no answer',
  'answered-marked': 'Answered, marked',
}

/** "3 unanswered, 2 marked", "All 30 answered" */
function formatTitle(total: number, unanswered: number, marked: number): string {
  const all = total === 1 ? '1 answered' : `All ${total} answered`
  const first = unanswered > 0 ? `${unanswered} unanswered` : all
  return marked > 0 ? `${first}, ${marked} marked` : first
}

type ListProps = { readonly icon: ReactNode; readonly title: string; readonly children: ReactNode }

function List({ icon, title, children }: ListProps) {
  return (
    <section className={css.list} aria-label={title}>
      <h2>
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}
