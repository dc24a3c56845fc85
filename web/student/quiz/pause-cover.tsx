import { IconPlayerPause } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { highlightedFaces, layerFaces, StackLayer } from '../../illustrations/stack-layer.tsx'
import clockCss from '../../ui/countdown-timer.module.css'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { pageTitleId } from '../../ui/page-title-id.ts'
import css from './pause-cover.module.css'
import type { QuizSession } from './use-quiz-session.ts'

export function PauseClock({ leftMs }: { leftMs: number }) {
  return (
    <div className={clockCss.pill}>
      <IconPlayerPause className={clockCss.ring} stroke={2} aria-hidden="true" />
      <span className="visually-hidden">Time left, stands still:</span>{' '}
      <span role="timer" aria-live="off">
        {formatClock(Math.ceil(leftMs / 1000))}
      </span>
      <small aria-hidden="true">stands still</small>
    </div>
  )
}

type PauseCoverProps = {
  readonly session: QuizSession
  /** The focused element of the paper that was covered. */
  readonly focusedBefore: Element | null
}

export function PauseCover({ session, focusedBefore }: PauseCoverProps) {
  const { pause, questionId, questionIds, queue, free } = session
  useEffect(() => () => restoreFocus(focusedBefore), [focusedBefore])
  if (!pause) return null
  const number = questionIds.indexOf(questionId ?? '') + 1
  const place = free?.isReviewing
    ? ' on the page before you finish'
    : number > 0 && ` on question ${number}`
  const waiting = new Set(queue.waiting.map((one) => one.questionId))
  const answered = new Set([...queue.saved, ...waiting]).size
  return (
    <main aria-labelledby={pageTitleId} className={css.cover}>
      <PausedStack />
      <h1 id={pageTitleId}>
        Paused by the institute. <span>Your time stands still.</span>
      </h1>
      <p className={css.lead}>
        The paper is covered until the pause ends. It comes back by itself
        {place}, with the time you had left.
      </p>
      <dl className={css.facts}>
        {pause.reason && <Fact name="Reason">{pause.reason}</Fact>}
        <Fact name="Paused since">{formatTimeWithSeconds(pause.since)}</Fact>
        <Fact name="Saved">
          {answered === 0
            ? 'No answers yet'
            : `${answered - waiting.size} of ${answered} ${answered === 1 ? 'answer' : 'answers'}`}
        </Fact>
      </dl>
      <p className={layout.hint}>
        {waiting.size > 0 && 'The others are kept on this device, and sent after the pause. '}
        Please stay on this page. Nothing counts as a warning during the pause.
      </p>
    </main>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function PausedStack() {
  const size = { x: 80, halfWidth: 78, halfDepth: 39, thickness: 16 }
  return (
    <svg viewBox="0 0 160 156" className={css.stack} aria-hidden="true">
      <StackLayer {...size} y={60} faces={layerFaces[1]} />
      <StackLayer {...size} y={31} faces={layerFaces[3]} />
      <StackLayer {...size} y={2} faces={highlightedFaces}>
        <rect x="30" y="26" width="13" height="48" rx="6.5" fill="#3a2605" />
        <rect x="57" y="26" width="13" height="48" rx="6.5" fill="#3a2605" />
      </StackLayer>
    </svg>
  )
}

/** The paper is drawn anew: the focus goes to what now stands in the old place of its element. */
function restoreFocus(before: Element | null) {
  const path = before && getPath(before)
  if (!path) return
  setTimeout(() => {
    const parts = document.querySelector('form')?.children ?? []
    const part = [...parts].find(({ className }) => className === path.top.className)
    const found = path.places.reduce<Element | undefined>(
      (parent, place) => parent?.children[place],
      part,
    )
    if (found instanceof HTMLElement && found.tagName === before.tagName) found.focus()
  })
}

/** From the part of the quiz that was taken out of the page; null where nothing was. */
function getPath(element: Element) {
  const places: number[] = []
  let top = element
  for (let parent = top.parentElement; parent; parent = top.parentElement) {
    places.unshift([...parent.children].indexOf(top))
    top = parent
  }
  return top.isConnected ? null : { top, places }
}
