import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import css from './selection-bar.module.css'

type SelectionBarProps = {
  readonly count: number
  readonly onClear: () => void
  /** What is done with those that are ticked. */
  readonly children: ReactNode
}

export function SelectionBar({ count, onClear, children }: SelectionBarProps) {
  return (
    <div className={css.bar}>
      <span role="status" className={css.count}>
        {count > 0 ? `${count} selected` : 'None selected'}
      </span>
      {count > 0 && (
        <Button size="row" tone="quiet" onClick={onClear}>
          Clear
        </Button>
      )}
      <span className={css.action}>{children}</span>
    </div>
  )
}
