import { type Ref, useState } from 'react'
import { formatCount } from '#contract/format.ts'
import { registerStateNames } from '#contract/register-words.ts'
import type { RegisteredStudent } from '#contract/registers.ts'
import type { Arrangement } from '#core/live/row-order.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { moveInColumn } from '../../ui/move-in-column.ts'
import { SelectAll } from '../../ui/select-all.tsx'
import { GroupToggle, HeadCell, toggleGroup } from '../lists/grouped-table.tsx'
import { RegisterRow } from './register-row.tsx'
import css from './register-table.module.css'

/** Rows shown at first in each group; a filter shows more at once. */
const firstRows = 20
const moreRows = 100

type RegisterTableProps = {
  readonly tableRef: Ref<HTMLTableElement>
  readonly shown: Arrangement<RegisterState>
  readonly students: ReadonlyMap<string, RegisteredStudent>
  readonly selected: ReadonlySet<string>
  /** Whether anything can be done with this student. */
  readonly canSelect: (student: RegisteredStudent) => boolean
  readonly isFiltered: boolean
  readonly isStale: boolean
  readonly hasRollNumbers: boolean
  readonly hasSeats: boolean
  /** Beside the head of a group. */
  readonly notes: Partial<Record<RegisterState, string>>
  readonly now: number
  readonly onToggle: (id: string, shown: readonly string[], isRange: boolean) => void
  readonly onToggleAll: (ids: readonly string[]) => void
  readonly onRevert: ((student: RegisteredStudent) => void) | null
}

export function RegisterTable(props: RegisterTableProps) {
  const { tableRef, shown, students, selected, canSelect, isFiltered, isStale } = props
  const { hasRollNumbers, hasSeats, notes, now, onToggle, onToggleAll, onRevert } = props
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set(['finished']))
  const [drawnRows, setDrawnRows] = useState<ReadonlyMap<string, number>>(new Map())
  const rows = shown.map(({ group, ids }) => {
    const isOpen = isFiltered || !closed.has(group)
    const limit = drawnRows.get(group) ?? (isFiltered ? moreRows : firstRows)
    return { group, ids, isOpen, limit, drawn: isOpen ? ids.slice(0, limit) : [] }
  })
  const selectable = rows
    .flatMap(({ drawn }) => drawn)
    .filter((id) => {
      const student = students.get(id)
      return student && canSelect(student)
    })
  const absent = shown.find(({ group }) => group === 'absent' || group === 'not-here')?.ids ?? []
  const columns = 5 + Number(hasRollNumbers) + Number(hasSeats)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <table
      ref={tableRef}
      role="table"
      className={css.table}
      data-stale={isStale || undefined}
      onKeyDown={moveInColumn}
    >
      <caption className="visually-hidden">Students who are expected</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col" className={css.select}>
            <SelectAbsent
              ids={absent.filter((id) => selectable.includes(id))}
              selected={selected}
              onToggle={onToggleAll}
            />
          </th>
          {hasRollNumbers && <HeadCell className={css.rollNumber}>Roll number</HeadCell>}
          <HeadCell>Student</HeadCell>
          <HeadCell className={css.batch}>Batch</HeadCell>
          {hasSeats && <HeadCell className={css.seat}>Seat</HeadCell>}
          <HeadCell>Phone</HeadCell>
          <HeadCell className={css.state}>State</HeadCell>
        </tr>
      </thead>
      {rows.map(({ group, ids, isOpen, limit, drawn }) => (
        <tbody key={group} role="rowgroup">
          <tr role="row" className={css.group}>
            <td role="cell" colSpan={columns}>
              <GroupToggle
                name={registerStateNames[group]}
                count={ids.length}
                isOpen={isOpen}
                onPress={() => setClosed(toggleGroup(closed, group))}
              />
              {notes[group] && <small>{notes[group]}</small>}
            </td>
          </tr>
          {drawn.map((id) => {
            const student = students.get(id)
            return (
              student && (
                <RegisterRow
                  key={id}
                  student={student}
                  now={now}
                  hasRollNumbers={hasRollNumbers}
                  hasSeats={hasSeats}
                  onRevert={onRevert}
                  isSelected={selected.has(id)}
                  canSelect={canSelect(student)}
                  onToggle={(isRange) => onToggle(id, selectable, isRange)}
                />
              )
            )
          })}
          {isOpen && limit < ids.length && (
            <tr role="row" className={css.more}>
              <td role="cell" colSpan={columns}>
                <button
                  type="button"
                  onClick={() => {
                    const next = isFiltered ? limit + moreRows : Math.max(200, limit + moreRows)
                    setDrawnRows(new Map(drawnRows).set(group, next))
                  }}
                >
                  Show {formatCount(ids.length - limit)} more: {registerStateNames[group]}
                </button>
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  )
}

type SelectAbsentProps = {
  readonly ids: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly onToggle: (ids: readonly string[]) => void
}

function SelectAbsent({ ids, selected, onToggle }: SelectAbsentProps) {
  if (ids.length === 0) return <span className="visually-hidden">Select</span>
  return (
    <SelectAll keys={ids} selected={selected} onToggle={onToggle}>
      Select {formatCount(ids.length)} who have not come
    </SelectAll>
  )
}
