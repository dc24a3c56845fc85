import { IconTrash, IconTrashOff, IconUserPlus, IconUsersPlus } from '@tabler/icons-react'
import { type ComponentType, useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { listExams } from '#contract/exams.ts'
import { pluralize } from '#contract/format.ts'
import { listIncompleteRegistrations } from '#contract/incomplete-registrations.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels } from '#contract/registration-labels.ts'
import { addStudent, importStudents } from '#contract/student-import.ts'
import {
  deleteStudents,
  exportStudents,
  listDeletedStudents,
  listStudents,
} from '#contract/students.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import { courses } from '#core/students/registration.ts'
import { SecondFactorNotice } from '../../account/second-factor/second-factor-notice.tsx'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showUndoToast } from '../../ui/toast.tsx'
import { BulkAction, ExportButtons } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListFilter, useListParams } from '../lists/list-description.ts'
import { MoveToBatch } from '../lists/move-to-batch.tsx'
import { useOpenWindows } from '../lists/open-windows.ts'
import { PrintList } from '../lists/print-list.tsx'
import { type PrintedSlips, PrintSlipsButton } from '../lists/print-slips-button.tsx'
import { SlipsPage } from '../lists/slips-page.tsx'
import { useBatchFilter } from '../lists/use-batch-filter.tsx'
import { type ListModel, useList } from '../lists/use-list.ts'
import { NotYourPage } from '../page-access.tsx'
import { AddStudentForm } from './add-student-form.tsx'
import { DeletedStudentList } from './deleted-student-list.tsx'
import { describeRunningTests } from './describe-running-tests.ts'
import {
  IncompleteRegistrationList,
  IncompleteRegistrationsLink,
  showIncomplete,
} from './incomplete-registration-list.tsx'
import { feesColumn, sortLabels, studentColumns } from './student-list-columns.tsx'
import css from './students-screen.module.css'

export const meta = createTitleMeta('Students')

/** The other parts that the address shows, by `show`. */
const parts: Readonly<
  Record<string, { readonly Part: ComponentType; readonly endpoint: Endpoint }>
> = {
  deleted: { Part: DeletedStudentList, endpoint: listDeletedStudents },
  add: { Part: AddStudentForm, endpoint: addStudent },
  [showIncomplete]: { Part: IncompleteRegistrationList, endpoint: listIncompleteRegistrations },
}

export default function StudentsScreen() {
  const shown = useListParams().get('show') ?? ''
  const { Part, endpoint } = parts[shown] ?? { Part: Students, endpoint: listStudents }
  return useCan(endpoint) ? <Part /> : <NotYourPage />
}

const students = defineList({
  endpoint: listStudents,
  bulkEndpoint: deleteStudents,
  rowKey: ({ _id }) => _id,
  rowName: ({ name }) => name,
  rowIdentifier: toIdentifier,
  things: { one: 'student', many: 'students' },
  caption: 'Students',
  paging: { as: 'scroll', size: 10 },
  searchLabel: 'Search by name, roll number, email or phone',
  sorts: { initial: 'name-asc', values: Object.keys(sortLabels), labels: sortLabels },
  filters: [
    {
      name: 'course',
      label: 'Course',
      options: [
        { value: '', name: 'All courses' },
        ...courses.map((course) => ({ value: course, name: courseLabels[course] })),
      ],
    },
  ],
  empty: {
    title: 'No student found',
    help: 'Students appear here when they register, or when you add them.',
  },
  notFound: { title: 'No student found', help: 'Try another name, number or course.' },
  failed: 'The students could not be loaded.',
  skeletonRows: 10,
})

function Students() {
  const { filters, batch } = useBatchFilter()
  const [printed, setPrinted] = useState<PrintedSlips | null>(null)
  const list = useList({ ...students, filters: [...(students.filters ?? []), ...filters] })
  const canSeeDeleted = useCan(listDeletedStudents)
  const canSeeFees = useCan('students.read-private')
  const canImport = useCan(importStudents)
  const canSeeExams = useCan(listExams)
  if (printed) return <SlipsPage {...printed} onDone={() => setPrinted(null)} />
  return (
    <>
      <PageHeading
        title="Students"
        actions={
          <>
            <IncompleteRegistrationsLink />
            {canSeeDeleted && (
              <ButtonLink
                to={{ search: 'show=deleted' }}
                size="row"
                icon={<IconTrashOff aria-hidden="true" />}
              >
                Recently deleted
              </ButtonLink>
            )}
            <PrintList list={list} />
            <ExportButtons list={list} endpoint={exportStudents} />
            {canImport && (
              <span className={css.adding}>
                <ButtonLink
                  to={pagePaths.importStudents}
                  size="row"
                  icon={<IconUsersPlus aria-hidden="true" />}
                >
                  Add many
                </ButtonLink>
                <ButtonLink
                  to={{ search: 'show=add' }}
                  size="row"
                  tone="primary"
                  icon={<IconUserPlus aria-hidden="true" />}
                >
                  Add a student
                </ButtonLink>
              </span>
            )}
          </>
        }
      />
      {!canSeeExams && <SecondFactorNotice />}
      <ListCard
        list={list}
        columns={canSeeFees ? [...studentColumns, feesColumn] : studentColumns}
        actions={
          <>
            <MoveSelected
              list={list}
              from={filters[0]?.options.find(({ value }) => value === batch)}
            />
            <PrintSelected list={list} onPrinted={setPrinted} />
            <DeleteSelected list={list} />
          </>
        }
      />
    </>
  )
}

type FilterOption = ListFilter['options'][number]
type SelectedProps = { readonly list: ListModel<typeof listStudents> }

/** Out of the batch that the list is filtered by; without one they are only added to another. */
function MoveSelected({ list, from }: SelectedProps & { readonly from: FilterOption | undefined }) {
  const batch = from?.value ? { _id: from.value, name: from.name } : undefined
  const openWindows = useOpenWindows(batch?._id)
  return (
    <MoveToBatch
      studentIds={list.chosen.map(({ _id }) => _id)}
      names={list.chosen.map(list.nameRow)}
      from={batch}
      consequence={openWindows}
      onMoved={({ message, onUndo }) => {
        list.selection.clear()
        showUndoToast(message, onUndo)
      }}
    />
  )
}

function PrintSelected({
  list,
  onPrinted,
}: SelectedProps & { readonly onPrinted: (printed: PrintedSlips) => void }) {
  const ids = list.chosen.map(({ _id }) => _id)
  if (ids.length === 0) return null
  return (
    <PrintSlipsButton
      of={{ ids }}
      whom={pluralize(ids.length, 'student')}
      label={`Print slips (${ids.length})`}
      onPrinted={onPrinted}
    />
  )
}

function DeleteSelected({ list }: { list: ListModel<typeof listStudents> }) {
  const remove = useEndpointMutation(deleteStudents, [listExams])
  const count = pluralize(list.chosen.length, 'student')
  return (
    <BulkAction
      list={list}
      label="Delete Selected"
      tone="danger"
      icon={<IconTrash aria-hidden="true" />}
      confirm={{
        question: 'Are you sure you want to delete selected students?',
        action: `Delete ${count}`,
        consequence: `This removes ${count} with their attempts and identity images. They can be restored for 30 days under “Recently deleted”.`,
      }}
      onRun={async (chosen) => {
        const ids = chosen.map(({ _id }) => _id)
        const { message } = await remove.mutateAsync({ body: { ids } }).catch((error) => {
          throw describeRunningTests(error)
        })
        list.dropRows(ids, message)
      }}
    />
  )
}
