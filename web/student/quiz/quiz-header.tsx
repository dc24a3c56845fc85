import {
  IconAlertTriangle,
  IconCloud,
  IconCloudCheck,
  IconCloudOff,
  IconCloudUp,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { PresentedQuestion } from '#contract/questions/kinds.ts'
import { isWriting } from '#core/quiz-session/answer-queue.ts'
import { listAnswered } from '#core/quiz-session/session-state.ts'
import { getAllowedWarnings } from '#core/quiz-session/warnings.ts'
import { quizTitleId } from '../../ui/page-title-id.ts'
import { asPolite } from '../../ui/status.tsx'
import { DisplaySettings } from './display-settings.tsx'
import css from './quiz-header.module.css'
import saveCss from './save-state.module.css'
import { SayState } from './say-state.tsx'
import { formatAnswerCount } from './status-banner.tsx'
import type { QuizSession } from './use-quiz-session.ts'

type Queue = QuizSession['queue']

/** More of them leave no room for gaps on a phone: then they are one bar. */
const maxSpacedSegments = 60

type QuizHeaderProps = {
  readonly title: string
  readonly questions: readonly PresentedQuestion[]
  readonly session: QuizSession
  /** The clock. */
  readonly clock: ReactNode
  /** In place of the number of the question and of the segments. */
  readonly position?: ReactNode
  /** The strips below the header. */
  readonly children: ReactNode
}

export function QuizHeader(props: QuizHeaderProps) {
  const { title, questions, session, clock, position: ownPosition, children } = props
  const { queue, questionId: currentId } = session
  const numberOf = (id: string) => findNumber(questions, id)
  const position =
    currentId === undefined
      ? `All ${questions.length} questions answered`
      : formatPlace(questions, currentId)
  const waiting = new Set(queue.waiting.map(({ questionId }) => questionId))
  const answered = listAnswered(session).size
  const getSegmentState = (id: string) => {
    if (id === currentId) return 'current'
    if (waiting.has(id)) return 'waiting'
    return queue.saved.includes(id) ? 'saved' : undefined
  }
  return (
    <div ref={clearTop} className={css.top} data-scrolled={useIsScrolled() || undefined}>
      <header className={css.header}>
        <div className={css.row}>
          <div className={css.title}>
            <bdi id={quizTitleId}>{title}</bdi>
            <span>{ownPosition ?? position}</span>
          </div>
          {clock}
          <div className={css.state}>
            <SayState session={session} />
            <WarningCount session={session} />
            <SaveState queue={queue} numberOf={numberOf} isReview={session.free?.isReviewing} />
            <DisplaySettings />
          </div>
        </div>
        {ownPosition === undefined && (
          <div
            // A progress bar would be spoken in percent with each answer.
            role="img"
            aria-label={`${answered} of ${questions.length} questions answered`}
            className={css.segments}
            data-dense={questions.length > maxSpacedSegments || undefined}
          >
            {questions.map(({ _id }) => (
              <i key={_id} data-state={getSegmentState(_id)} />
            ))}
          </div>
        )}
      </header>
      {children}
    </div>
  )
}

export function formatPlace(questions: readonly PresentedQuestion[], id: string): string {
  return `Question ${findNumber(questions, id)} of ${questions.length}`
}

function findNumber(questions: readonly PresentedQuestion[], id: string): number {
  return questions.findIndex(({ _id }) => _id === id) + 1
}

const clearTop = (bar: HTMLElement | null) => reserveEdge(bar, 'scrollPaddingTop')

/**
 * Scrolls a focused element clear of a bar that sticks to the window's edge; its height is
 * `--bar-top` or `--bar-bottom`, for elements that stick beside it.
 */
export function reserveEdge(
  bar: HTMLElement | null,
  side: 'scrollPaddingTop' | 'scrollPaddingBottom',
) {
  if (!bar) return
  const { style } = document.documentElement
  const name = side === 'scrollPaddingTop' ? '--bar-top' : '--bar-bottom'
  const observer = new ResizeObserver(() => {
    const isSticky = getComputedStyle(bar).position === 'sticky'
    style[side] = `${isSticky ? bar.offsetHeight + 16 : 16}px`
    style.setProperty(name, `${isSticky ? bar.offsetHeight : 0}px`)
  })
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style[side] = ''
    style.removeProperty(name)
  }
}

/** From here on the header is thin; it grows again only at the very top. */
const scrolledPx = 24

function useIsScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false)
  useEffect(() => {
    const update = () =>
      setScrolled((was) => window.scrollY >= scrolledPx || (was && window.scrollY > 0))
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [])
  return isScrolled
}

function WarningCount({ session }: Pick<QuizHeaderProps, 'session'>) {
  const { counted } = session.warnings
  const allowed = getAllowedWarnings(session)
  if (counted === 0) return null
  return (
    <span className={css.warnings}>
      <IconAlertTriangle size={16} stroke={2.2} aria-hidden="true" />
      {Math.min(counted, allowed)} of {allowed}{' '}
      <span>{allowed === 1 ? 'warning' : 'warnings'}</span>
    </span>
  )
}

type SaveStateProps = {
  readonly queue: Queue
  readonly numberOf: (questionId: string) => number
  /** All of the paper is in question, not only the last answer. */
  readonly isReview: boolean | undefined
}

function SaveState({ queue, numberOf, isReview }: SaveStateProps) {
  const { appearance, Icon, text, isPassing } = getSaveState(queue, numberOf, isReview)
  return (
    <div className={saveCss.state} data-look={appearance}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div>
        {/* Outside of the region, which is read late: of two quick changes the second one twice. */}
        {isPassing && <p>{text}</p>}
        {/* A new paragraph: of a text that changes in two places a screen reader says both. */}
        <div {...asPolite}>{!isPassing && <p key={text}>{text}</p>}</div>
      </div>
    </div>
  )
}

/** An answer counts as saved only after the server said so, as waiting once the device has it. */
function getSaveState(queue: Queue, numberOf: (id: string) => number, isReview = false) {
  const { waiting, sendError, lastSaved } = queue
  const isNew = isWriting(queue)
  const first = isNew ? waiting.at(-1) : waiting[0]
  if (first && sendError && !isNew) {
    return {
      appearance: 'waiting',
      Icon: IconCloudOff,
      text: `${formatAnswerCount(waiting)} waiting to send`,
    }
  }
  if (first) {
    return {
      appearance: 'none',
      Icon: IconCloudUp,
      text: `Saving answer ${numberOf(first.questionId)}`,
      isPassing: true,
    }
  }
  if (lastSaved) {
    return {
      appearance: 'saved',
      Icon: IconCloudCheck,
      text: isReview ? 'All answers saved' : `Answer ${numberOf(lastSaved)} saved`,
    }
  }
  return { appearance: 'none', Icon: IconCloud, text: 'Not submitted yet' }
}
