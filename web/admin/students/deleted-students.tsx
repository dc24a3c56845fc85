import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { listExams } from '#contract/exams.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { listAttempts } from '#contract/results.ts'
import { listDeletedStudents, listStudents, restoreStudents } from '#contract/students.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { useAddress } from '../address-state.ts'
import { counted } from '../counted.ts'
import css from '../list.module.css'
import { ListEnd } from '../list-end.tsx'
import { dropRows } from '../loaded-rows.ts'
import { usePages } from '../use-pages.ts'
import { type DeletedStudent, deletedColumns } from './deleted-columns.tsx'
import erase from './erase-student.module.css'
import { EraseStudent } from './erase-student.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { sortOf, sorts } from './sorts.ts'

/** Who was deleted within 30 days: each with the day on which they go for good. */
export function DeletedStudents() {
  const address = useAddress()
  const selection = useRowSelection()
  const search = address.get('search')
  const sort = sortOf(address.get('sort'), 'newest')
  const query = usePages(listDeletedStudents, { search, sort })
  const { rows, total, isPending, isError } = query
  const { restore, isRestoring, fault } = useRestore(selection.clear)
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
      {fault}
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox
              label="Search by name"
              value={search}
              onSearch={(text) => {
                selection.clear()
                address.set({ search: text })
              }}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="Sort by"
              hideLabel
              value={sort}
              options={sorts}
              onChange={({ target }) => address.set({ sort: target.value })}
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
            onSort={(to) => address.set({ sort: to })}
            skeletonRows={isPending ? 10 : query.isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {rows.length > 0 && (
        <ListEnd query={query} things="students" shown={rows.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {search && !query.isPlaceholderData && `${counted(total, 'student')} found`}
      </p>
    </>
  )
}

function useRestore(onDone: () => void) {
  const client = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const tell = useEndpointMutation(restoreStudents, [listExams, listAttempts])

  const restore = async (ids: readonly string[]) => {
    setError(null)
    try {
      const { message } = await tell.mutateAsync({ body: { ids: [...ids] } })
      client.removeQueries({ queryKey: [listStudents.path] })
      dropRows(client, listDeletedStudents, ids)
      onDone()
      showToast(message)
      // The row is gone, and the button that had the focus with it.
      document.getElementById('main')?.focus()
    } catch (thrown) {
      setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    }
  }
  return { restore, isRestoring: tell.isPending, fault: error && <Fault error={error} /> }
}

function Fault({ error }: { error: Error }) {
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
