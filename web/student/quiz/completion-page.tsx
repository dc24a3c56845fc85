import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import type { FinishReason } from '#core/attempts/attempt.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { highlightedFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import { Badge } from '../../ui/badge.tsx'
import css from './completion-page.module.css'

type CompletionPageProps = {
  readonly finishReason: string
  readonly isLate: boolean
  readonly answered: number
  readonly total: number
}

export function CompletionPage({ finishReason, isLate, answered, total }: CompletionPageProps) {
  const isDone = finishReason === 'Completed'
  const heading = useRef<HTMLHeadingElement>(null)
  const messageId = useId()
  useEffect(() => heading.current?.focus(), [])
  return (
    <main className={css.page}>
      <div className={css.box}>
        <CompletionIllustration isDone={isDone} />
        <h1 ref={heading} tabIndex={-1} aria-describedby={messageId}>
          {isDone ? 'Thank you!' : 'Your quiz was submitted'}
        </h1>
        <p id={messageId} className={css.words}>
          {getCompletionMessage({ finishReason, isLate, answered, total })}
        </p>
        {!isDone && (
          <p className={css.reason}>
            <Badge tone="warn">{finishReason}</Badge>
          </p>
        )}
        <ReturnTimer seconds={isDone ? 5 : 3} />
      </div>
    </main>
  )
}

function ReturnTimer({ seconds }: { seconds: number }) {
  const navigate = useNavigate()
  const [endsAt] = useState(() => getServerTime() + seconds * 1000)
  const secondsLeft = useSecondsLeft(endsAt)
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) navigate(pagePaths.studentPanel, { replace: true })
  }, [isOver, navigate])
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
      Back to your panel in {secondsLeft} s
      <Link to={pagePaths.studentPanel} replace>
        Go now
      </Link>
    </p>
  )
}

const markStroke = { stroke: '#3d2602', fill: 'none', strokeLinecap: 'round' } as const
const doneFaces = [
  { top: '#0f6c7f', left: '#08495a', right: '#063b49' },
  { top: '#53b9c3', left: '#2a8c98', right: '#217984' },
] as const
const forcedFaces = [
  { top: '#b2bdbc', left: '#8a9899', right: '#7f8e90' },
  { top: '#d5dbd6', left: '#a9b4b3', right: '#9aa6a6' },
] as const

function CompletionIllustration({ isDone }: { isDone: boolean }) {
  const size = { x: 110, halfWidth: 75, halfDepth: 37.5, thickness: 15, edge: 4 }
  const [lower, middle] = isDone ? doneFaces : forcedFaces
  return (
    <svg viewBox="0 0 220 170" width="200" aria-hidden="true">
      <StackLayer {...size} y={74.5} faces={lower} />
      <StackLayer {...size} y={44.5} faces={middle} />
      <StackLayer {...size} y={14.5} faces={highlightedFaces}>
        {isDone ? (
          <path d="M31 66L59 70L51 17" strokeWidth={11} strokeLinejoin="round" {...markStroke} />
        ) : (
          <>
            <path d="M28 28L54 54" strokeWidth={12} {...markStroke} />
            <circle cx={73} cy={73} r={8} fill="#3d2602" />
          </>
        )}
      </StackLayer>
    </svg>
  )
}

type CompletionFacts = {
  readonly finishReason: string
  readonly isLate: boolean
  readonly answered: number
  readonly total: number
}

const causes: Partial<Record<FinishReason, string>> = {
  'Time expired': 'The time is over',
  'Auto submission': 'The quiz lost its window',
  'Page refreshed or closed': 'The page was refreshed or closed',
  'Developer tools opened': 'Developer tools were opened',
  'User pressed back button': 'The back button was pressed',
}

/** No score before release: only what was sent, and what happens next. */
export function getCompletionMessage({
  finishReason,
  isLate,
  answered,
  total,
}: CompletionFacts): string {
  if (finishReason === 'Completed') {
    return `Your quiz is finished and ${describeSaved(answered, total)}. ${laterText}`
  }
  const cause = causes[finishReason as FinishReason] ?? 'The quiz was ended'
  const sent = isLate
    ? 'so the quiz ended. What reached us before the end is saved.'
    : `so the quiz ended ${describeSent(answered)}.`
  const next =
    finishReason === 'Time expired'
      ? laterText
      : 'Thank you for taking part. If this was a mistake, speak to your trainer: they can see the reason below.'
  return `${cause}, ${sent} ${next}`
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
