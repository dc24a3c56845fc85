import { useState } from 'react'
import { formatCount, pluralize } from '#contract/format.ts'
import type { IncidentGroup } from '#contract/incidents.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Status } from '../../ui/status.tsx'
import bar from '../lists/selection-bar.module.css'
import { type Decided, DecisionForm } from './decision-form.tsx'

type DecideTogetherProps = {
  /** Single ones that wait for a decision. */
  readonly groups: readonly IncidentGroup[]
  readonly onClear: () => void
  readonly onDecided: (decided: Decided) => void
  readonly onStale: () => void
}

/** One outcome and one reason for all that are selected, of any tests. */
export function DecideTogether({ groups, onClear, onDecided, onStale }: DecideTogetherProps) {
  const [isOpen, setOpen] = useState(false)
  if (groups.length === 0) return null
  const question = `Decide ${pluralize(groups.length, 'incident')}`
  return (
    <div className={bar.bar}>
      <div>
        <Status>
          <b>{formatCount(groups.length)} selected</b>
        </Status>
        <Button size="row" tone="quiet" onClick={onClear}>
          Clear
        </Button>
      </div>
      <div className={bar.actions}>
        <Button size="row" tone="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {question}
        </Button>
      </div>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={question}>
        <DecisionForm
          proposed={null}
          members={groups.flatMap(({ members }) => members)}
          onDecided={(decided) => {
            setOpen(false)
            onDecided(decided)
          }}
          onStale={onStale}
        />
      </Dialog>
    </div>
  )
}
