import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dismissOutcome } from '#contract/incidents.ts'
import { listOwnAttempts } from '#contract/results.ts'
import { isDismissed } from '#core/attempts/ended-notices.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import type { NoticedAttempt } from './describe-notice.ts'
import css from './notice-line.module.css'
import { NoticeLine } from './notice-line.tsx'
import { useHold } from './use-hold.ts'

/** How long Undo stands in the place of a line. */
const undoMs = 10_000

export type Dismissals = ReturnType<typeof useDismissals>

/** Lines that the student puts away on this panel, and takes back. */
export function useDismissals() {
  const [pressed, setPressed] = useState<ReadonlyMap<string, 'dismissed' | 'undone'>>(new Map())
  const { mutateAsync } = useEndpointMutation(dismissOutcome, [listOwnAttempts])
  const lastCall = useRef<Promise<unknown>>(Promise.resolve())
  const press = ({ own: { _id: attemptId, incident } }: NoticedAttempt, isDone: boolean) => {
    if (!incident?.outcome) return
    setPressed(new Map(pressed).set(attemptId, isDone ? 'dismissed' : 'undone'))
    const body = {
      incidentId: incident._id,
      decidedAt: incident.outcome.at,
      isDismissed: isDone,
    }
    // One after the other: Undo must not overtake. After a failure the line comes back.
    const send = () => mutateAsync({ params: { attemptId }, body })
    lastCall.current = lastCall.current.then(send, send).catch(() => undefined)
  }
  return {
    press,
    isShown: (attempt: NoticedAttempt) => pressed.has(attempt.own._id) || !isDismissed(attempt),
    getState: ({ own }: NoticedAttempt) => pressed.get(own._id),
    letGo: ({ own }: NoticedAttempt) => {
      const rest = new Map(pressed)
      rest.delete(own._id)
      setPressed(rest)
    },
  }
}

type DismissibleLineProps = {
  readonly attempt: NoticedAttempt
  readonly dismissals: Dismissals
  readonly time: ReactNode
}

/** A line about a decision: it can be put away, and for a while be taken back. */
export function DismissibleLine({ attempt, dismissals, time }: DismissibleLineProps) {
  const { testTitle } = attempt.own
  const state = dismissals.getState(attempt)
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (state) line.current?.querySelector('button')?.focus()
  }, [state])
  if (state === 'dismissed') {
    return (
      <div ref={line}>
        <DismissedLine
          title={testTitle}
          onUndo={() => dismissals.press(attempt, false)}
          onLeave={() => dismissals.letGo(attempt)}
        />
      </div>
    )
  }
  return (
    <div ref={line}>
      <NoticeLine
        attempt={attempt}
        title={testTitle}
        time={time}
        dismiss={
          <button
            type="button"
            className={css.quiet}
            data-plain
            onClick={() => dismissals.press(attempt, true)}
          >
            Dismiss<span className="visually-hidden"> {testTitle}</span>
          </button>
        }
      />
    </div>
  )
}

type DismissedLineProps = {
  readonly title: string
  readonly onUndo: () => void
  readonly onLeave: () => void
}

function DismissedLine({ title, onUndo, onLeave }: DismissedLineProps) {
  const { isHeld, holders } = useHold()
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => leave.current(), undoMs)
    return () => clearTimeout(timer)
  }, [isHeld])
  return (
    <div className={css.line} data-kind="dismissed" {...holders}>
      <span />
      <p className={css.text}>Dismissed.</p>
      <span className={css.actions}>
        <button type="button" className={css.quiet} onClick={onUndo}>
          Undo<span className="visually-hidden"> dismissing {title}</span>
        </button>
      </span>
    </div>
  )
}
