import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Checkbox } from './checkbox.tsx'
import css from './data-table.module.css'
import { moveInColumn } from './move-in-column.ts'
import { SelectAll } from './select-all.tsx'
import { Skeleton } from './skeleton.tsx'
import { Spoken } from './status.tsx'
import { useRowBlocks } from './use-row-blocks.ts'
import type { RowSelection } from './use-row-selection.ts'
import { rowsPerBlock, VirtualRows } from './virtual-rows.tsx'

export type Column<Row> = {
  readonly key: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** `title` leads the block on a phone; `actions` ends it, and stands right. */
  readonly as?: 'title' | 'actions'
  /** A number with its unit, a day: never broken into lines. */
  readonly oneLine?: true
  /** Left out of a narrow table, where another column says it below, with `data-merged`. */
  readonly yields?: true
  readonly align?: 'right'
  readonly width?: string
  /** The values of `sort` that this column stands for. */
  readonly sorts?: { readonly ascending: string; readonly descending: string }
}

export type DataTableProps<Row> = {
  /** Read out before the table; not shown. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => string
  /** Names a row for the checkbox: "Select Priya Nair". */
  readonly rowName?: (row: Row) => string
  /** Content below a row over its whole width; null for nothing. */
  readonly below?: (row: Row) => ReactNode
  readonly selection?: RowSelection
  readonly sort?: string
  readonly onSort?: (sort: string) => void
  /** Rows of skeleton below: ten while nothing is there, one while more is loading. */
  readonly skeletonRows?: number
}

/** A table that becomes a list of blocks where it does not fit; the roles survive the change. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, selection, skeletonRows = 0 } = props
  const keys = rows.map(rowKey)
  const frame = useRowBlocks(rows.length)
  const [spokenSort, setSpokenSort] = useState('')
  const handleSort = (sort: string, words: string) => {
    props.onSort?.(sort)
    setSpokenSort(words)
  }
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <div ref={frame} className={css.frame}>
      <table
        className={css.table}
        role="table"
        onKeyDown={moveInColumn}
        aria-busy={skeletonRows > 0 || undefined}
        aria-rowcount={keys.length > rowsPerBlock ? keys.length + 1 : undefined}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={css.selectCell}>
                <SelectAll keys={keys} selected={selection.selected} onToggle={selection.toggleAll}>
                  Select all that are shown
                </SelectAll>
              </th>
            )}
            {columns.map((column) => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={props.sort}
                onSort={props.onSort && handleSort}
              />
            ))}
          </tr>
        </thead>
        {splitIntoBlocks(rows).map((block, place) => (
          <VirtualRows
            // biome-ignore lint/suspicious/noArrayIndexKey: a block is its place
            key={place}
            blockIndex={place}
            rows={block.length}
            total={rows.length}
            columns={columns.length + (selection ? 1 : 0)}
          >
            {() =>
              block.map((row, index) => (
                <Row
                  key={rowKey(row)}
                  row={row}
                  place={place * rowsPerBlock + index}
                  keys={keys}
                  {...props}
                />
              ))
            }
          </VirtualRows>
        ))}
        {skeletonRows > 0 && (
          <tbody role="rowgroup">
            {Array.from({ length: skeletonRows }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
              <tr key={`waiting-${index}`} role="row">
                {selection && (
                  <td className={css.selectCell}>
                    <Skeleton width="20px" height="20px" />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.key} data-as={column.as} data-align={column.align}>
                    <Skeleton width={column.as === 'title' ? '180px' : '90px'} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        )}
      </table>
      <Spoken>{spokenSort}</Spoken>
    </div>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the table
  )
}

type RowProps<RowData> = DataTableProps<RowData> & {
  readonly row: RowData
  readonly place: number
  readonly keys: readonly string[]
}

function Row<RowData>({ row, place, keys, columns, selection, ...props }: RowProps<RowData>) {
  const key = keys[place] ?? ''
  const isSelected = selection?.selected.has(key)
  const below = props.below?.(row)
  const cells = (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <tr
      role="row"
      data-has-below={below ? true : undefined}
      aria-selected={isSelected}
      // The heads are the first row.
      aria-rowindex={keys.length > rowsPerBlock ? place + 2 : undefined}
    >
      {selection && (
        <td role="cell" className={css.selectCell}>
          <Checkbox
            bare
            checked={isSelected ?? false}
            onChange={(event) =>
              selection.toggle(key, keys, (event.nativeEvent as MouseEvent).shiftKey)
            }
          >
            Select {props.rowName?.(row) ?? key}
          </Checkbox>
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          role="cell"
          dir={column.as === 'title' ? 'auto' : undefined}
          data-as={column.as}
          data-one-line={column.oneLine}
          data-yields={column.yields}
          data-align={column.align}
          data-label={column.as ? undefined : column.head}
        >
          {column.cell(row)}
        </td>
      ))}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  )
  if (!below) return cells
  return (
    <>
      {cells}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them */}
      <tr role="row" data-below>
        <td role="cell" colSpan={columns.length + (selection ? 1 : 0)}>
          {below}
        </td>
      </tr>
      {/* biome-ignore-end lint/a11y/noRedundantRoles: end of the row */}
    </>
  )
}

function splitIntoBlocks<RowData>(rows: readonly RowData[]): (readonly RowData[])[] {
  const count = Math.ceil(rows.length / rowsPerBlock)
  return Array.from({ length: count }, (_, place) =>
    rows.slice(place * rowsPerBlock, (place + 1) * rowsPerBlock),
  )
}

type HeaderCellProps<Row> = {
  readonly column: Column<Row>
  readonly sort?: string
  /** With the words that say so. */
  readonly onSort?: (sort: string, words: string) => void
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { head, sorts, as, align, width, yields } = column
  const direction =
    sort && sort === sorts?.ascending
      ? 'ascending'
      : sort && sort === sorts?.descending
        ? 'descending'
        : undefined
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  const next = direction === 'ascending' ? 'descending' : 'ascending'
  return (
    <th
      // biome-ignore lint/a11y/noRedundantRoles: blocks would lose it
      role="columnheader"
      scope="col"
      data-as={as === 'actions' ? as : undefined}
      data-align={as === 'actions' ? 'right' : align}
      data-yields={yields}
      aria-sort={sorts ? (direction ?? 'none') : undefined}
      style={width ? { width } : undefined}
    >
      {sorts && onSort ? (
        <button type="button" onClick={() => onSort(sorts[next], `Sorted by ${head}, ${next}`)}>
          {head}
          {direction && <Arrow size={16} stroke={1.75} aria-hidden="true" />}
        </button>
      ) : (
        head
      )}
    </th>
  )
}
