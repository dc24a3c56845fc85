import { useEffect, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { highlightedFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import { Badge } from '../../ui/badge.tsx'
import { getCompletionMessage } from './completion-message.ts'
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
