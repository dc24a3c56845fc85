import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listAttempts } from '#contract/results.ts'
import { listDeletedStudents, listStudents, restoreStudents } from '#contract/students.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import css from '../lists/list.module.css'
import { LoadMore } from '../lists/load-more.tsx'
import { SelectionBar } from '../lists/selection-bar.tsx'
import { removeRows } from '../lists/update-cached-list.ts'
import { useInfiniteList } from '../lists/use-infinite-list.ts'
import { useListParams } from '../lists/use-list-params.ts'
import { type DeletedStudent, deletedColumns } from './deleted-student-columns.tsx'
import erase from './erase-student.module.css'
import { EraseStudent } from './erase-student.tsx'
import { parseSort, sortOptions } from './student-sorts.ts'

/** Who was deleted within 30 days: each with the day on which they go for good. */
export function DeletedStudents() {
  const listParams = useListParams()
  const selection = useRowSelection()
  const search = listParams.get('search')
  const sort = parseSort(listParams.get('sort'), 'newest')
  const query = useInfiniteList(listDeletedStudents, { search, sort })
  const { rows, total, isPending, isError } = query
  const { restore, isRestoring, errorNotice } = useRestore(selection.clear)
  const isEmpty = !isPending && !isError && rows.length === 0
  const chosen = [...selection.selected]

  const columns: readonly Column<DeletedStudent>[] = [
    ...deletedColumns,
    {
      key: 'actions',
      head: 'Actions',
      as: 'actions',
      cell: (student) => (
        <div className={erase.actions}>
          <Button
            size="row"
            tone="quiet"
            aria-label={`Restore ${student.name}`}
            onClick={() => restore([student._id])}
          >
            Restore
          </Button>
          <EraseStudent student={student} onDone={selection.clear} />
        </div>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title="Recently deleted"
        lead="Students can be restored for 30 days, with their attempts and images. Then, or when you say so, they are erased for good."
        crumbs={[{ to: pagePaths.students, name: 'Students' }]}
      />
      {errorNotice}
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by name"
              value={search}
              onSearch={(text) => {
                selection.clear()
                listParams.set({ search: text })
              }}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="Sort by"
              hideLabel
              value={sort}
              options={sortOptions}
              onChange={({ target }) => listParams.set({ sort: target.value })}
            />
          </div>
          <SelectionBar count={chosen.length} onClear={selection.clear}>
            <Button
              size="row"
              tone="primary"
              wide
              disabled={chosen.length === 0}
              busy={isRestoring}
              onClick={() => restore(chosen)}
            >
              Restore Selected ({chosen.length})
            </Button>
          </SelectionBar>
        </div>
        {isError && rows.length === 0 ? (
          <Notice tone="danger" onRetry={query.refetch}>
            The deleted students could not be loaded.
          </Notice>
        ) : isEmpty ? (
          <EmptyState
            title={search ? 'No student found' : 'No students were deleted'}
            help={search ? 'Try another name.' : 'Deleted students are kept here for 30 days.'}
          />
        ) : (
          <DataTable
            caption="Deleted students"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            selection={selection}
            sort={sort}
            onSort={(to) => listParams.set({ sort: to })}
            skeletonRows={isPending ? 10 : query.isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <LoadMore query={query} things="students" shown={rows.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {search && !query.isPlaceholderData && `${pluralize(total, 'student')} found`}
      </p>
    </>
  )
}

function useRestore(onDone: () => void) {
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const restoreMutation = useEndpointMutation(restoreStudents, [listExams, listAttempts])

  const restore = async (ids: readonly string[]) => {
    setError(null)
    try {
      const { message } = await restoreMutation.mutateAsync({ body: { ids: [...ids] } })
      client.removeQueries({ queryKey: [listStudents.path] })
      removeRows(client, listDeletedStudents, ids)
      onDone()
      showToast(message)
      // The row is gone, and the button that had the focus with it.
      document.getElementById('main')?.focus()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  return {
    restore,
    isRestoring: restoreMutation.isPending,
    errorNotice: error && <RestoreError error={error} />,
  }
}

function RestoreError({ error }: { error: Error }) {
  const names = error instanceof RefusalError ? Object.values(error.fields) : []
  return (
    <Notice tone="danger">
      {error.message}
      {names.length > 0 && ` It concerns ${names.slice(0, 5).join('; ')}`}
      {names.length > 5 && ` and ${names.length - 5} more`}
      {names.length > 0 && '.'}
    </Notice>
  )
}
