import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { undoLiveAction } from '#contract/live.ts'
import { undoMs } from '#core/live/actions.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { Status } from '../../ui/status.tsx'
import {
  describeAction,
  describeProgress,
  describeSkipped,
  describeUnderway,
} from '../attempt-actions/action-labels.ts'
import type { LiveAction, LiveStudent } from './live-feed.ts'
import css from './undo-slot.module.css'

type UndoSlotProps = {
  /** Newest first. */
  readonly actions: readonly LiveAction[]
  readonly rows: ReadonlyMap<string, LiveStudent>
  readonly canUndo: boolean
  /** Says how many students an action just taken has skipped. */
  readonly skipped: string
  readonly onUndone: () => void
}

type Outcome = { readonly actionId: string; readonly text: string }

/** Over the list, so that nothing below it moves, and no room is kept for it. */
export function UndoSlot({ actions, rows, canUndo, skipped, onUndone }: UndoSlotProps) {
  const undo = useEndpointMutation(undoLiveAction)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const open = actions.filter(({ _id, state }) => state !== 'undone' && _id !== outcome?.actionId)
  const [newest] = open
  const undoing = actions.find(({ state, underway }) => state === 'undone' && underway)
  // A new action says more than the end of an older one.
  const latestId = actions[0]?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new action
  useEffect(() => setOutcome(null), [latestId])
  // Here, since the list may know that it is undone, and the bar be gone, before the reply comes.
  const handleUndo = async (actionId: string) => {
    if (undo.isPending) return
    const text = await undo.mutateAsync({ params: { actionId } }).then(
      ({ notDone: left }) => `Undone. ${describeSkipped(left)}`.trim(),
      ({ message }: Error) => message,
    )
    setOutcome({ actionId, text })
    onUndone()
  }
  return (
    <div className={css.slot}>
      <Status className={css.status}>
        {undoing?.underway && (
          <p className={css.note}>Undoing it for {describeProgress(undoing.underway)}.</p>
        )}
        {outcome && <p className={newest ? 'visually-hidden' : css.note}>{outcome.text}</p>}
        {skipped && <p className={css.note}>{skipped}</p>}
        {newest && (
          <UndoBar
            key={newest._id}
            action={newest}
            before={open.length - 1}
            isUndoing={undo.isPending}
            rows={rows}
            canUndo={canUndo}
            onUndo={() => handleUndo(newest._id)}
          />
        )}
      </Status>
    </div>
  )
}

type UndoBarProps = Pick<UndoSlotProps, 'rows' | 'canUndo'> & {
  readonly action: LiveAction
  /** Others that can be undone as well. */
  readonly before: number
  readonly isUndoing: boolean
  readonly onUndo: () => void
}

function UndoBar({ action, before, isUndoing, rows, canUndo, onUndo }: UndoBarProps) {
  const secondsLeft = useSecondsLeft(action.undoUntil)
  const { what, why } = describeAction(action, rows)
  useUndoKey(canUndo && secondsLeft > 0, onUndo)
  const canStillUndo = secondsLeft > 0
  const { underway } = action
  if (!canStillUndo && !underway) return null
  return (
    <div className={css.bar}>
      {canStillUndo && (
        <svg viewBox="0 0 20 20" className={css.ring} aria-hidden="true">
          <circle cx="10" cy="10" r="8" pathLength="1" />
          <circle
            cx="10"
            cy="10"
            r="8"
            pathLength="1"
            style={{ animationDelay: `${secondsLeft * 1000 - undoMs}ms` }}
          />
        </svg>
      )}
      <p>
        <b dir="auto">{underway ? describeUnderway(action) : what}</b> {why && `${why}.`}
        {before > 0 && <span className={css.before}> And {before} before.</span>}
      </p>
      {canUndo && canStillUndo && (
        <button type="button" aria-busy={isUndoing || undefined} onClick={onUndo}>
          <IconArrowBackUp size={18} stroke={1.75} aria-hidden="true" />
          Undo <span aria-hidden="true">{secondsLeft}&nbsp;s</span>
        </button>
      )}
    </div>
  )
}

/** Ctrl or Cmd and Z, but not where it takes back what was typed. */
function useUndoKey(isOn: boolean, onUndo: () => void) {
  const latest = useRef(onUndo)
  latest.current = onUndo
  useEffect(() => {
    if (!isOn) return
    const handleKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event
      if (key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey) return
      if (target instanceof Element && target.closest('input:not([type="checkbox"]), textarea'))
        return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
}
