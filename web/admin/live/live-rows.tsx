import { type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react'
import { formatCount } from '#contract/format.ts'
import type { Arrangement, RowGroup } from '#core/live/row-order.ts'
import { SelectAll } from '../../ui/select-all.tsx'
import { rowsPerBlock, VirtualRows } from '../../ui/virtual-rows.tsx'
import { GroupToggle, HeadCell, toggleGroup } from '../lists/grouped-table.tsx'
import type { LiveStudent } from './live-feed.ts'
import { LiveRow, type RowActions } from './live-row.tsx'
import css from './live-rows.module.css'

const groups: Readonly<Record<RowGroup, { name: string; order: string; more: string }>> = {
  'needs-review': {
    name: 'Check this',
    order: 'Longest trouble first',
    more: 'that need a look',
  },
  here: { name: 'Here', order: 'By name', more: 'who are here' },
  'not-started': { name: 'Not started', order: 'By name', more: 'who have not started' },
  finished: { name: 'Finished', order: 'By name', more: 'who have finished' },
}

/** All of a batch; the rest of a large exam is one press away. */
const firstRows = 100

type LiveRowsProps = {
  readonly testId: string
  readonly tableRef: Ref<HTMLTableElement>
  readonly shown: Arrangement
  readonly rows: ReadonlyMap<string, LiveStudent>
  readonly selected: ReadonlySet<string>
  readonly canAct: boolean
  readonly isStale: boolean
  readonly onToggle: (studentId: string, shown: readonly string[], isRange: boolean) => void
  readonly onToggleAll: (shown: readonly string[]) => void
  readonly onAct: (studentId: string) => void
}

export function LiveRows(props: LiveRowsProps) {
  const { testId, tableRef, shown, rows, selected, canAct, isStale } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(['not-started', 'finished']))
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set())
  const { actions, ...keyHandlers } = useRowActions(props)
  const columns = canAct ? 7 : 5
  const drawRow = (id: string) => {
    const row = rows.get(id)
    return (
      row && (
        <LiveRow
          key={id}
          testId={testId}
          row={row}
          isSelected={selected.has(id)}
          canAct={canAct}
          actions={actions}
        />
      )
    )
  }

  return (
    <table
      ref={tableRef}
      // biome-ignore lint/a11y/noRedundantRoles: blocks would lose it
      role="table"
      className={css.table}
      data-stale={isStale || undefined}
      {...keyHandlers}
    >
      <caption className="visually-hidden">Students who take this test</caption>
      <LiveHead {...props} />
      {shown.map(({ group, ids }) => (
        <GroupRows
          key={group}
          group={group}
          ids={ids}
          columns={columns}
          isOpen={group === 'all' || !closed.has(group)}
          isWhole={whole.has(group)}
          drawRow={drawRow}
          onFold={() => setClosed(toggleGroup(closed, group))}
          onShowAll={() => setWhole(toggleGroup(whole, group))}
        />
      ))}
    </table>
  )
}

/** The same functions for all rows and for as long as the table stands, and the keys that call them. */
function useRowActions(props: LiveRowsProps) {
  const hasShift = useRef(false)
  const latest = useRef(props)
  latest.current = props
  const [actions] = useState<RowActions>(() => ({
    toggle: (studentId, isRange) =>
      latest.current.onToggle(
        studentId,
        listIds(latest.current.shown),
        isRange || hasShift.current,
      ),
    act: (studentId) => latest.current.onAct(studentId),
  }))
  return {
    actions,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      hasShift.current = event.shiftKey
      const row = (event.target as Element).closest<HTMLElement>('[data-student]')
      if (!row) return
      const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
      const studentId = row.dataset.student ?? ''
      if (isMenuKey && props.canAct && props.rows.get(studentId)?.attemptId) {
        event.preventDefault()
        actions.act(studentId)
      }
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveInColumn(event)
    },
    onKeyUp({ shiftKey }: KeyboardEvent) {
      hasShift.current = shiftKey
    },
  }
}

function listIds(shown: Arrangement): readonly string[] {
  return shown.flatMap(({ ids }) => ids)
}

function LiveHead({ shown, selected, canAct, onToggleAll }: LiveRowsProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <thead role="rowgroup">
      <tr role="row">
        {canAct && (
          <HeadCell className={css.select}>
            <SelectAll keys={listIds(shown)} selected={selected} onToggle={onToggleAll}>
              Select all that are listed
            </SelectAll>
          </HeadCell>
        )}
        <HeadCell>Student</HeadCell>
        <HeadCell className={css.state}>State</HeadCell>
        <HeadCell className={css.answered}>Answered</HeadCell>
        <HeadCell className={css.left}>Time left</HeadCell>
        <HeadCell className={css.incidents}>Incidents</HeadCell>
        {canAct && (
          <HeadCell className={css.act}>
            <span className="visually-hidden">Act</span>
          </HeadCell>
        )}
      </tr>
    </thead>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the head
  )
}

type GroupRowsProps = {
  readonly group: Arrangement[number]['group']
  readonly ids: readonly string[]
  readonly columns: number
  readonly isOpen: boolean
  readonly isWhole: boolean
  readonly drawRow: (id: string) => ReactNode
  readonly onFold: () => void
  readonly onShowAll: () => void
}

/** The head of a group and, unfolded, its first rows or all of them. */
function GroupRows(props: GroupRowsProps) {
  const { group, ids, columns, isOpen, isWhole, drawRow, onFold, onShowAll } = props
  const drawn = isWhole ? ids : ids.slice(0, firstRows)
  const blocks = isOpen ? Math.ceil(drawn.length / rowsPerBlock) : 0
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <>
      {group !== 'all' && (
        <tbody role="rowgroup">
          <tr role="row">
            <td role="cell" className={css.groupCell} colSpan={columns}>
              <GroupToggle
                name={groups[group].name}
                count={ids.length}
                isOpen={isOpen}
                onPress={onFold}
              />
              <small>{groups[group].order}</small>
            </td>
          </tr>
        </tbody>
      )}
      {Array.from({ length: blocks }, (_, index) => {
        const block = drawn.slice(index * rowsPerBlock, (index + 1) * rowsPerBlock)
        return (
          <VirtualRows
            // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
            key={index}
            blockIndex={index}
            rows={block.length}
            total={drawn.length}
            columns={columns}
          >
            {() => block.map(drawRow)}
          </VirtualRows>
        )
      })}
      {isOpen && drawn.length < ids.length && (
        <tbody role="rowgroup">
          <tr role="row">
            <td role="cell" className={css.moreCell} colSpan={columns}>
              <button type="button" onClick={onShowAll}>
                Show {formatCount(ids.length - drawn.length)} more
                {group !== 'all' && ` ${groups[group].more}`}
              </button>
            </td>
          </tr>
        </tbody>
      )}
    </>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the group
  )
}

/** To the same place in the row above or below; a row without one is passed over. */
function moveInColumn(event: KeyboardEvent<HTMLElement>) {
  const from = (event.target as Element).closest<HTMLElement>('[data-column]')
  if (!from) return
  const column = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-column="${from.dataset.column}"]`),
  ]
  const next = column[column.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
