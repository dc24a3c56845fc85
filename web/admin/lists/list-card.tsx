import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Endpoint, RowOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { useCan } from '../../client/use-can.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spoken } from '../../ui/status.tsx'
import { DayFilter } from './day-filter.tsx'
import css from './list-card.module.css'
import { ListPaging } from './list-paging.tsx'
import { PrintStatus } from './print-list.tsx'
import { addBatchColumns } from './use-batch-filter.tsx'
import type { ListModel } from './use-list.ts'

type ListProps<E extends Endpoint> = {
  readonly list: ListModel<E>
  readonly columns: readonly Column<RowOf<E>>[]
}

type ListCardProps<E extends Endpoint> = ListProps<E> & {
  readonly title?: string
  /** At the end of the tools: what is done with selected rows, exports. */
  readonly actions?: ReactNode
}

/** A list with all that belongs to it: search, sort, filters, rows, and the way to more of them. */
export function ListCard<E extends Endpoint>({ list, columns, title, actions }: ListCardProps<E>) {
  const { searchLabel, sorts, filters = [] } = list.description
  const selectCount = filters.length + (sorts?.labels ? 1 : 0)
  const hasTools = Boolean(title || searchLabel || selectCount > 0 || actions)
  const table = <ListTable list={list} columns={columns} />
  // Without tools nothing but the notice would stand in the card.
  if (list.isLoadingError && !hasTools) return table
  return (
    <>
      <Card>
        {hasTools && (
          <div className={css.tools} data-crowded={selectCount > 1 || undefined}>
            {title && <h2>{title}</h2>}
            {searchLabel && (
              <div className={css.search}>
                <ListSearch list={list} />
              </div>
            )}
            {sorts?.labels && (
              <ToolSelect
                label="Sort by"
                value={list.state.sort}
                options={Object.entries(sorts.labels).map(([value, name]) => ({ value, name }))}
                onChoose={list.setSort}
              />
            )}
            <ListFilters list={list} />
            {actions}
          </div>
        )}
        {table}
      </Card>
      <ListPaging list={list} />
      {(searchLabel || filters.length > 0) && <FoundStatus list={list} />}
    </>
  )
}

export function ListFilters<E extends Endpoint>({ list }: { readonly list: ListModel<E> }) {
  const { filters = [] } = list.description
  return filters.map(({ name, label, kind, isWide, options }) => {
    const shared = { label, onChoose: (value: string) => list.setFilter(name, value) }
    const value = list.state.filters[name] ?? ''
    return kind === 'day' ? (
      <DayFilter key={name} {...shared} day={value} />
    ) : (
      <ToolSelect key={name} {...shared} value={value} options={options} isWide={isWide} />
    )
  })
}

export function ListSearch<E extends Endpoint>({ list }: { readonly list: ListModel<E> }) {
  const { description, state, setSearch } = list
  return (
    <SearchBox label={description.searchLabel ?? ''} value={state.search} onSearch={setSearch} />
  )
}

type ToolSelectProps = {
  readonly label: string
  readonly value: string | undefined
  readonly options: readonly { readonly value: string; readonly name: string }[]
  readonly isWide?: true | undefined
  readonly onChoose: (value: string) => void
}

export function ToolSelect({ label, value, options, isWide, onChoose }: ToolSelectProps) {
  return (
    <div className={css.select} data-wide={isWide}>
      <SelectField
        label={label}
        hideLabel
        value={value}
        options={options}
        onChange={({ target }) => onChoose(target.value)}
      />
    </div>
  )
}

/** The rows, or why there are none. Rows that could not be loaded again stay. */
export function ListTable<E extends Endpoint>({ list, columns }: ListProps<E>) {
  const { description, state, rows, isPending, isFetchingNextPage } = list
  const canSelect = useCan(description.bulkEndpoint ?? 'staff')
  const failure = (list.isLoadingError || list.isRefetchError) && (
    <Notice tone="danger" onRetry={list.refetch}>
      {description.failed}
    </Notice>
  )
  if (list.isLoadingError) return failure
  if (list.total === 0 && !isPending) {
    return (
      <>
        {failure}
        <EmptyState {...list.emptyText} />
      </>
    )
  }
  return (
    <>
      {failure}
      <PrintStatus list={list} />
      <DataTable
        caption={description.caption}
        columns={addBatchColumns(columns, rows)}
        rows={rows}
        rowKey={description.rowKey}
        rowName={description.rowName && list.nameRow}
        selection={canSelect && description.rowName ? list.selection : undefined}
        sort={state.sort}
        onSort={list.setSort}
        skeletonRows={isPending ? description.skeletonRows : isFetchingNextPage ? 1 : 0}
      />
    </>
  )
}

/** Says how much a search has found to those who do not see the table change. */
export function FoundStatus<E extends Endpoint>({ list }: { readonly list: ListModel<E> }) {
  const { state, total, isPending, isPlaceholderData, isLoadingError, description } = list
  const isFound = state.isFiltered && !isPending && !isPlaceholderData && !isLoadingError
  const { one, many } = description.things
  return <Spoken>{isFound && `${formatCount(total)} ${total === 1 ? one : many} found`}</Spoken>
}

type SearchBoxProps = {
  readonly label: string
  /** The search in the URL; the box follows when it changes elsewhere. */
  readonly value: string
  readonly onSearch: (text: string) => void
}

/** Filters 200 ms after the last key, and keeps the focus. */
function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const lastSearch = useRef(value)
  // Applied to the latest URL, to keep other changes made within these 200 ms.
  const onSearchRef = useRef(onSearch)
  onSearchRef.current = onSearch

  useEffect(() => {
    if (value !== lastSearch.current) setText(value)
    lastSearch.current = value
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const handleChange = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastSearch.current = typed.trim()
      onSearchRef.current(typed.trim())
    }, 200)
  }
  return <SearchField label={label} value={text} onType={handleChange} />
}
