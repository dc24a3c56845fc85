import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, type Ref, useRef, useState } from 'react'
import { formatCount } from '#contract/format.ts'
import type { Arrangement, RowGroup } from '#core/live/row-order.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { rowsPerBlock, VirtualRows } from '../../ui/virtual-rows.tsx'
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
  const hasShift = useRef(false)
  const latest = useRef(props)
  latest.current = props
  const [actions] = useState<RowActions>(() => ({
    toggle: (studentId, isRange) =>
      latest.current.onToggle(
        studentId,
        latest.current.shown.flatMap(({ ids }) => ids),
        isRange || hasShift.current,
      ),
    act: (studentId) => latest.current.onAct(studentId),
  }))
  const ids = shown.flatMap((group) => group.ids)
  const columns = canAct ? 7 : 5

  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    hasShift.current = event.shiftKey
    const row = (event.target as Element).closest<HTMLElement>('[data-student]')
    if (!row) return
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    const studentId = row.dataset.student ?? ''
    if (isMenuKey && canAct && rows.get(studentId)?.attemptId) {
      event.preventDefault()
      actions.act(studentId)
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveInColumn(event)
  }

  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <table
      ref={tableRef}
      role="table"
      className={css.table}
      data-stale={isStale || undefined}
      onKeyDown={handleKey}
      onKeyUp={({ shiftKey }) => {
        hasShift.current = shiftKey
      }}
    >
      <caption className="visually-hidden">Students who take this test</caption>
      <thead role="rowgroup">
        <tr role="row">
          {canAct && (
            <th role="columnheader" scope="col" className={css.select}>
              <SelectAll ids={ids} selected={selected} onToggle={props.onToggleAll} />
            </th>
          )}
          <th role="columnheader" scope="col">
            Student
          </th>
          <th role="columnheader" scope="col" className={css.state}>
            State
          </th>
          <th role="columnheader" scope="col" className={css.answered}>
            Answered
          </th>
          <th role="columnheader" scope="col" className={css.left}>
            Time left
          </th>
          <th role="columnheader" scope="col" className={css.incidents}>
            Incidents
          </th>
          {canAct && (
            <th role="columnheader" scope="col" className={css.act}>
              <span className="visually-hidden">Act</span>
            </th>
          )}
        </tr>
      </thead>
      {shown.map(({ group, ids: members }) => {
        const isOpen = group === 'all' || !closed.has(group)
        const drawn = whole.has(group) ? members : members.slice(0, firstRows)
        const blocks = isOpen ? Math.ceil(drawn.length / rowsPerBlock) : 0
        return [
          group !== 'all' && (
            <GroupHead
              key={`${group} head`}
              group={group}
              count={members.length}
              columns={columns}
              isOpen={isOpen}
              onPress={() => setClosed(toggle(closed, group))}
            />
          ),
          ...Array.from({ length: blocks }, (_, index) => {
            const block = drawn.slice(index * rowsPerBlock, (index + 1) * rowsPerBlock)
            return (
              <VirtualRows
                // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
                key={`${group} ${index}`}
                blockIndex={index}
                rows={block.length}
                total={drawn.length}
                columns={columns}
              >
                {() =>
                  block.map((id) => {
                    const row = rows.get(id)
                    const isSelected = selected.has(id)
                    return (
                      row && (
                        <LiveRow
                          key={id}
                          testId={testId}
                          row={row}
                          isSelected={isSelected}
                          canAct={canAct}
                          actions={actions}
                        />
                      )
                    )
                  })
                }
              </VirtualRows>
            )
          }),
          isOpen && drawn.length < members.length && (
            <tbody key={`${group} more`} role="rowgroup">
              <tr role="row">
                <td role="cell" className={css.moreCell} colSpan={columns}>
                  <button type="button" onClick={() => setWhole(toggle(whole, group))}>
                    Show {formatCount(members.length - drawn.length)} more
                    {group !== 'all' && ` ${groups[group].more}`}
                  </button>
                </td>
              </tr>
            </tbody>
          ),
        ]
      })}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  )
}

type GroupHeadProps = {
  readonly group: RowGroup
  readonly count: number
  readonly columns: number
  readonly isOpen: boolean
  readonly onPress: () => void
}

function GroupHead({ group, count, columns, isOpen, onPress }: GroupHeadProps) {
  const { name, order } = groups[group]
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <tbody role="rowgroup">
      <tr role="row">
        <td role="cell" className={css.groupCell} colSpan={columns}>
          <button type="button" aria-expanded={isOpen} onClick={onPress}>
            <Icon size={18} stroke={2} aria-hidden="true" />
            <b>{name}</b> <span>{formatCount(count)}</span>
          </button>
          <small>{order}</small>
        </td>
      </tr>
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the group's head
  )
}

type SelectAllProps = {
  readonly ids: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (ids: readonly string[]) => void
}

function SelectAll({ ids, selected, onToggle }: SelectAllProps) {
  const count = ids.filter((id) => selected.has(id)).length
  return (
    <Checkbox
      bare
      checked={ids.length > 0 && count === ids.length}
      mixed={count > 0 && count < ids.length}
      onChange={() => onToggle(ids)}
    >
      Select all that are listed
    </Checkbox>
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

function toggle(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}
