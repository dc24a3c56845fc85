import { type ReactNode, useState } from 'react'
import type { Endpoint, RowOf } from '#contract/endpoint.ts'
import { useCan } from '../../client/permissions.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import css from './bulk-action.module.css'
import type { ListModel } from './use-list.ts'

type BulkActionProps<E extends Endpoint> = {
  readonly list: ListModel<E>
  /** "Delete Selected"; the count follows. */
  readonly label: string
  readonly tone: 'primary' | 'danger'
  readonly icon?: ReactNode
  readonly isBusy?: boolean
  /** Asked before anything is done. */
  readonly confirm?: {
    readonly question: string
    /** "Delete 3 students" */
    readonly action: string
    readonly consequence: ReactNode
  }
  readonly onRun: (rows: readonly RowOf<E>[]) => Promise<unknown>
}

/** How many rows are selected, and what can be done with them. */
export function BulkAction<E extends Endpoint>(props: BulkActionProps<E>) {
  const { list, label, tone, icon, isBusy, confirm, onRun } = props
  const { chosen, selection, description } = list
  const [isAsking, setAsking] = useState(false)
  const canRun = useCan(description.bulkEndpoint ?? 'staff')
  const count = chosen.length
  if (!canRun) return null
  return (
    <div className={css.bar}>
      <span role="status" className={css.count}>
        {count > 0 ? `${count} selected` : 'None selected'}
      </span>
      {count > 0 && (
        <Button size="row" tone="quiet" onClick={selection.clear}>
          Clear
        </Button>
      )}
      <span className={css.action}>
        <Button
          size="row"
          tone={tone}
          wide
          disabled={count === 0}
          busy={isBusy}
          icon={icon}
          onClick={() => (confirm ? setAsking(true) : onRun(chosen))}
        >
          {label} ({count})
        </Button>
        {confirm && (
          <ConfirmDialog
            opened={isAsking}
            question={confirm.question}
            names={chosen.map((row) => description.rowName?.(row) ?? description.rowKey(row))}
            action={confirm.action}
            onConfirm={() => onRun(chosen)}
            onClose={() => setAsking(false)}
          >
            {confirm.consequence}
          </ConfirmDialog>
        )}
      </span>
    </div>
  )
}
