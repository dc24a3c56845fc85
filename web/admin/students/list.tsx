import { Card } from '../../kit/card.tsx'
import { DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { SelectField } from '../../kit/form/text-field.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { useSelection } from '../../kit/selection.ts'
import { titled } from '../../kit/title.ts'
import { useAddress } from '../address-state.ts'
import { counted } from '../counted.ts'
import css from '../list.module.css'
import { ListEnd } from '../list-end.tsx'
import { DeleteSelected } from './delete-selected.tsx'
import { columns } from './student-columns.tsx'
import { type StudentSort, useStudents } from './use-students.ts'

export const meta = titled('Students')

const sorts = [
  { value: 'name-asc', name: 'Name A-Z' },
  { value: 'name-desc', name: 'Name Z-A' },
  { value: 'oldest', name: 'Oldest' },
  { value: 'newest', name: 'Newest' },
] as const satisfies readonly { value: StudentSort; name: string }[]

export default function StudentsScreen() {
  const address = useAddress()
  const selection = useSelection()
  const search = address.get('search')
  const sort = sorts.find(({ value }) => value === address.get('sort'))?.value ?? 'name-asc'
  const query = useStudents({ search, sort })
  const { students, total, isPending, isError, isFetchingNextPage } = query
  const chosen = students.filter(({ _id }) => selection.selected.has(_id))

  const handleSearch = (text: string) => {
    selection.clear()
    address.set({ search: text })
  }
  const handleSort = (to: string) => address.set({ sort: to })
  const isEmpty = !isPending && !isError && students.length === 0

  return (
    <>
      <PageHeading title="Students" />
      <Card>
        <div className={css.tools}>
          <div className={css.search}>
            <SearchBox label="Search by name" value={search} onSearch={handleSearch} />
          </div>
          <div className={css.sort}>
            <SelectField
              label="Sort by"
              hideLabel
              value={sort}
              options={sorts}
              onChange={({ target }) => handleSort(target.value)}
            />
          </div>
          <DeleteSelected chosen={chosen} onClear={selection.clear} />
        </div>
        {isError && students.length === 0 ? (
          <Notice tone="danger" onRetry={query.refetch}>
            The students could not be loaded.
          </Notice>
        ) : isEmpty ? (
          <EmptyState
            title="No student found"
            help={search ? 'Try another name.' : 'Students appear here when they register.'}
          />
        ) : (
          <DataTable
            caption="Students"
            columns={columns}
            rows={students}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            selection={selection}
            sort={sort}
            onSort={handleSort}
            waiting={isPending ? 10 : isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {students.length > 0 && (
        <ListEnd query={query} things="students" shown={students.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {search && !query.isPlaceholderData && `${counted(total, 'student')} found`}
      </p>
    </>
  )
}
