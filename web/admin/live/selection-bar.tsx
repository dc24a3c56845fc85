import {
  IconClockPlus,
  IconLockOpen,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
  IconSquare,
} from '@tabler/icons-react'
import { formatCount } from '#contract/format.ts'
import type { ActionKind } from '#core/live/actions.ts'
import { describeFit, isApplicable } from '#core/live/applicable.ts'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { actionNames } from '../attempt-actions/action-labels.ts'
import css from '../lists/selection-bar.module.css'
import type { LiveStudent } from './live-feed.ts'

const icons: Readonly<Record<ActionKind, typeof IconSquare>> = {
  'add-minutes': IconClockPlus,
  pause: IconPlayerPause,
  resume: IconPlayerPlay,
  message: IconMessage,
  reopen: IconLockOpen,
  end: IconSquare,
}
const order = ['add-minutes', 'pause', 'resume', 'message', 'reopen', 'end'] as const

type SelectionBarProps = {
  readonly chosen: readonly LiveStudent[]
  readonly onClear: () => void
  readonly onAct: (kind: ActionKind) => void
}

/** Sticks to the bottom of the view while anybody is selected. */
export function SelectionBar({ chosen, onClear, onAct }: SelectionBarProps) {
  if (chosen.length === 0) return null
  const fits = (kind: ActionKind) => chosen.some((row) => isApplicable(kind, row))
  // A paused attempt goes on before being paused again: one of the two is enough.
  const shown = order.filter((kind) => kind !== 'resume' || fits('resume'))
  const partial = shown.filter(fits).flatMap((kind) => describeFit(kind, chosen) ?? [])
  const off = shown.filter((kind) => !fits(kind)).map((kind) => actionNames[kind])
  return (
    <div className={css.bar}>
      <div>
        <Status>
          <b>{formatCount(chosen.length)} selected</b>
        </Status>
        <Button size="row" tone="quiet" onClick={onClear}>
          Clear
        </Button>
        <p id="selection-fit">
          {partial.slice(0, 2).join(' ')}{' '}
          {off.length > 0 && `For nobody selected: ${off.join(', ')}.`}
        </p>
      </div>
      <div className={css.actions}>
        {shown.map((kind) => {
          const Icon = icons[kind]
          return (
            <Button
              key={kind}
              size="row"
              tone={kind === 'add-minutes' ? 'primary' : 'default'}
              icon={<Icon aria-hidden="true" />}
              aria-haspopup="dialog"
              aria-describedby="selection-fit"
              disabled={!fits(kind)}
              onClick={() => onAct(kind)}
            >
              {actionNames[kind]}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
