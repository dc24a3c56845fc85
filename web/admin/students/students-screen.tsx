import { IconTrashOff } from '@tabler/icons-react'
import { courseLabels } from '#contract/registration-labels.ts'
import { exportStudents } from '#contract/students.ts'
import { courses } from '#core/students/registration.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { download } from '../../client/download.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { SelectField } from '../../ui/form/text-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { ExportButtons } from '../lists/export-buttons.tsx'
import css from '../lists/list.module.css'
import { LoadMore } from '../lists/load-more.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { DeleteSelected } from './delete-selected.tsx'
import { DeletedStudents } from './deleted-students.tsx'
import { columns } from './student-columns.tsx'
import { parseSort, sortOptions } from './student-sorts.ts'
import { useStudents } from './use-students.ts'

export const meta = createTitleMeta('Students')

export default function StudentsScreen() {
  const isDeleted = useListParams().get('show') === 'deleted'
  return isDeleted ? <DeletedStudents /> : <Students />
}

const courseOptions = courses.map((course) => ({ value: course, name: courseLabels[course] }))

function Students() {
  const listParams = useListParams()
  const selection = useRowSelection()
  const search = listParams.get('search')
  const sort = parseSort(listParams.get('sort'), 'name-asc')
  const course = courses.find((word) => word === listParams.get('course'))
  const query = useStudents({ search, sort, course })
  const { students, total, isPending, isError, isFetchingNextPage } = query
  const isFiltered = search !== '' || course !== undefined

  const handleSearch = (text: string) => {
    selection.clear()
    listParams.set({ search: text })
  }
  const handleCourse = (to: string) => {
    selection.clear()
    listParams.set({ course: to })
  }
  const handleSort = (to: string) => listParams.set({ sort: to })
  const isEmpty = !isPending && !isError && students.length === 0

  return (
    <>
      <PageHeading
        title="Students"
        actions={
          <>
            <ButtonLink
              to={{ search: 'show=deleted' }}
              size="row"
              icon={<IconTrashOff aria-hidden="true" />}
            >
              Recently deleted
            </ButtonLink>
            <ExportButtons
              things="students"
              save={(format) =>
                download(exportStudents, { query: { search, sort, course, format } })
              }
            />
          </>
        }
      />
      <Card>
        <div className={css.tools} data-filtered>
          <div className={css.search}>
            <SearchBox label="Search by name" value={search} onSearch={handleSearch} />
          </div>
          <div className={css.sort}>
            <SelectField
              label="Sort by"
              hideLabel
              value={sort}
              options={sortOptions}
              onChange={({ target }) => handleSort(target.value)}
            />
          </div>
          <div className={css.sort}>
            <SelectField
              label="Course"
              hideLabel
              value={course ?? ''}
              prompt="All courses"
              options={courseOptions}
              onChange={({ target }) => handleCourse(target.value)}
            />
          </div>
          <DeleteSelected
            chosen={query.listSelected(selection.selected)}
            onClear={selection.clear}
          />
        </div>
        {isError && students.length === 0 ? (
          <Notice tone="danger" onRetry={query.refetch}>
            The students could not be loaded.
          </Notice>
        ) : isEmpty ? (
          <EmptyState
            title="No student found"
            help={
              isFiltered
                ? 'Try another name or course.'
                : 'Students appear here when they register.'
            }
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
            skeletonRows={isPending ? 10 : isFetchingNextPage ? 1 : 0}
          />
        )}
      </Card>
      {students.length > 0 && (
        <LoadMore query={query} things="students" shown={students.length} total={total} />
      )}
      <p role="status" className="visually-hidden">
        {isFiltered && !query.isPlaceholderData && `${pluralize(total, 'student')} found`}
      </p>
    </>
  )
}
