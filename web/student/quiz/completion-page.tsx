import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createLazyModule, LazyPart } from '../../client/lazy-module.ts'
import { useAnnouncement } from '../../ui/announcer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import {
  describeCause,
  type Ending,
  hasLateAnswers,
  isForced,
  toReasonLabel,
} from '../endings/describe-ending.ts'
import { AskOffice, EndingCard, toEnding } from '../endings/ending-card.tsx'
import { useHold } from '../endings/use-hold.ts'
import { CompletionIllustration } from './completion-illustration.tsx'
import css from './completion-page.module.css'
import type { QuizSession } from './use-quiz-session.ts'

const note = createLazyModule(() => import('../endings/incident-note.tsx'))

type CompletionPageProps = {
  readonly attemptId: string
  readonly ending: Ending
  readonly total: number
}

export function CompletionPage({ attemptId, ending, total }: CompletionPageProps) {
  const { finishReason } = ending
  const isDone = isNormalEnd(finishReason)
  const isLate = hasLateAnswers(ending)
  const reported = useReportedEnding(attemptId, isLate) ?? ending
  const heading = useRef<HTMLHeadingElement>(null)
  const messageId = useId()
  const message = getCompletionMessage(ending, total)
  useEffect(() => heading.current?.focus(), [])
  // In another window, which may have ended the quiz, nobody hears it: it is said on the way back.
  const [unannounced] = useState(() => !document.hasFocus() && message)
  useAnnouncement(unannounced)
  const { isHeld, holders } = useHold()
  return (
    <main aria-label="End of the quiz" className={css.page}>
      <div className={css.box} data-wide={isLate || undefined} {...holders}>
        <CompletionIllustration isDone={isDone} isLate={isLate} />
        <h1 id={pageTitleId} ref={heading} tabIndex={-1} aria-describedby={messageId}>
          {getCompletionTitle(ending)}
        </h1>
        <p id={messageId} className={css.words}>
          {message}
        </p>
        {!isDone && (!isLate || isForced(finishReason)) && (
          <p className={css.reason}>
            <Badge tone="warn">{toReasonLabel(finishReason)}</Badge>
          </p>
        )}
        {isLate && (
          <div className={css.card}>
            <EndingCard
              ending={{ ...reported, unsent: ending.unsent, declined: ending.declined }}
            />
          </div>
        )}
        {!isDone && (
          <LazyPart part={note}>{(it) => <it.IncidentNote attemptId={attemptId} />}</LazyPart>
        )}
        {!isDone && <AskOffice />}
        <ReturnTimer
          attemptId={attemptId}
          seconds={finishReason === 'Completed' ? 5 : 3}
          isHeld={isHeld}
          isKept={!ending.isReleased && (isLate || (!isDone && ending.saved.length < total))}
        />
      </div>
    </main>
  )
}

/** The server's report of late answers: their times, and when the device went offline. */
function useReportedEnding(attemptId: string, isLate: boolean): Ending | null {
  const { data: attempts } = useQuery({ ...endpointQuery(listOwnAttempts), enabled: isLate })
  const attempt = attempts?.find(({ _id }) => _id === attemptId)
  const ending = attempt && toEnding(attempt)
  return ending && ending.late.length > 0 ? ending : null
}

/** How the session of this page saw it end. */
export function toSessionEnding(
  session: QuizSession,
  phase: Extract<QuizSession['phase'], { at: 'ended' }>,
): Ending {
  const toNumbers = (ids: readonly string[]) =>
    session.questionIds.flatMap((id, place) => (ids.includes(id) ? [place + 1] : []))
  return {
    finishReason: phase.finishReason,
    saved: toNumbers(session.queue.saved),
    late: toNumbers(phase.late.kept),
    unsent: toNumbers(session.queue.waiting.map(({ questionId }) => questionId)),
    declined: toNumbers(phase.late.declined),
    endedAt: null,
    offlineFrom: null,
    lateAt: null,
  }
}

type ReturnTimerProps = {
  readonly attemptId: string
  readonly seconds: number
  readonly isHeld: boolean
  /** The panel shows it, too. */
  readonly isKept: boolean
}

function ReturnTimer({ attemptId, seconds, isHeld, isKept }: ReturnTimerProps) {
  const navigate = useNavigate()
  const [secondsLeft, setSecondsLeft] = useState(seconds)
  useEffect(() => {
    if (isHeld) return
    if (secondsLeft === 0) {
      // A student who was not here reads there why the quiz ended.
      const state = document.hasFocus() ? { endedAttemptId: attemptId } : null
      navigate(pagePaths.studentPanel, { replace: true, state })
      return
    }
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000)
    return () => clearTimeout(timer)
  }, [isHeld, secondsLeft, navigate, attemptId])
  const circle = { cx: 12, cy: 12, r: 10.5, fill: 'none', strokeWidth: 3, pathLength: 1 }
  return (
    <p className={css.return}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <circle {...circle} strokeOpacity={0.2} />
        <circle
          {...circle}
          strokeLinecap="round"
          strokeDasharray={`${secondsLeft / seconds} 1`}
          transform="rotate(-90 12 12)"
        />
      </svg>
      Back to your panel in {secondsLeft} s{isKept && '. All this stays there.'}
      <Link to={pagePaths.studentPanel} replace>
        Go now
      </Link>
    </p>
  )
}

/** By the student or by the clock: nobody has done anything wrong. */
function isNormalEnd(finishReason: string): boolean {
  return finishReason === 'Completed' || finishReason === 'Time expired'
}

export function getCompletionTitle({ finishReason }: Ending): string {
  return isNormalEnd(finishReason) ? 'Thank you!' : 'Your quiz was submitted'
}

/** No score before release: only what was sent, and what happens next. */
export function getCompletionMessage(ending: Ending, total: number): string {
  const { finishReason, saved } = ending
  const isTimeUp = finishReason === 'Time expired'
  if (hasLateAnswers(ending)) return `${isTimeUp ? 'The time was up. ' : ''}${describeLate(ending)}`
  if (ending.isReleased) {
    return `${describeCause(finishReason)}, so the quiz ended. Your result is on your panel.`
  }
  if (finishReason === 'Completed') {
    return `Your quiz is finished and ${describeSaved(saved.length, total)}. ${laterText}`
  }
  if (isTimeUp) {
    return `The time was up. Your quiz is finished and ${describeSaved(saved.length, total)}. ${laterText}`
  }
  const next =
    'Thank you for taking part. If this was a mistake, speak to your trainer: they can see what was recorded.'
  return `${describeCause(finishReason)}, so the quiz ended ${describeSent(saved.length)}. ${next}`
}

function describeLate({ finishReason, late, unsent, declined }: Ending): string {
  const count = late.length + unsent.length + declined.length
  const [answers, they] =
    count === 1 ? ['1 answer did', 'It is'] : [`${count} answers did`, 'They are']
  const missed = `${answers} not reach us in time.`
  if (finishReason === 'Completed' && declined.length === count) {
    return `${count === 1 ? '1 answer was' : `${count} answers were`} not taken: chosen after you finished.`
  }
  if (unsent.length > 0)
    return `${missed} ${they} kept on this device until we have ${count === 1 ? 'it' : 'them'}.`
  if (late.length === 0) return missed
  return `${missed} ${they} kept, and your trainer can accept ${late.length === 1 ? 'it' : 'them'}.`
}

const laterText = 'You will see your score when the result is released.'

function describeSent(answered: number): string {
  if (answered === 0) return 'before a question was answered'
  return answered === 1 ? 'and your answer was sent' : `and your ${answered} answers were sent`
}

function describeSaved(answered: number, total: number): string {
  if (answered === 0) return 'no question was answered'
  if (total === 1) return 'your answer is saved'
  if (answered === total) return `all ${total} answers are saved`
  return answered === 1 ? '1 answer is saved' : `${answered} answers are saved`
}
