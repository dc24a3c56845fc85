import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Status } from '../../ui/status.tsx'
import { describeFilters } from './list-description.ts'
import css from './print-list.module.css'
import type { ListModel } from './use-list.ts'
import type { PrintAll } from './use-print-all.ts'

type PrintListProps<E extends Endpoint> = {
  readonly list: Pick<ListModel<E>, 'total' | 'isPlaceholderData' | 'description' | 'state'> & {
    readonly print: PrintAll<unknown>
  }
}

/** Prints the whole list; the browser's own keys for it do, too. */
export function PrintList<E extends Endpoint>({ list }: PrintListProps<E>) {
  const { print, total, description, isPlaceholderData } = list
  const isBusy = print.isReading || isPlaceholderData
  const start = useRef(print.start)
  start.current = () => {
    if (!isBusy) print.start()
  }
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey } = event
      if (event.key.toLowerCase() !== 'p' || ctrlKey === metaKey || shiftKey || altKey) return
      event.preventDefault()
      start.current()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [])
  if (total === 0) return null
  return (
    <Button
      size="row"
      busy={isBusy}
      icon={<IconPrinter aria-hidden="true" />}
      onClick={() => start.current()}
    >
      Print<span className="visually-hidden"> these {description.things.many}</span>
    </Button>
  )
}

/** How far the rows are loaded, or that they are not; on paper, which they are. */
export function PrintStatus<E extends Endpoint>({ list }: PrintListProps<E>) {
  const { print, description, state } = list
  const { many } = description.things
  return (
    <>
      <Status className={css.status}>
        {print.isReading &&
          `Loading all ${many} for the printer: ${formatCount(print.readCount)} so far.`}
      </Status>
      {print.hasFailed && (
        <div className={css.failure}>
          <Notice tone="danger" onRetry={print.start}>
            Nothing was printed: not all {many} could be loaded.
          </Notice>
        </div>
      )}
      {print.rows && (
        <p className={css.printed} data-print-filters>
          {describeFilters(description, state)}
        </p>
      )}
    </>
  )
}
