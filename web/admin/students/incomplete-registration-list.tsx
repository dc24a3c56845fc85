import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#contract/endpoint.ts'
import {
  listIncompleteRegistrations,
  postponeRegistrations,
} from '#contract/incomplete-registrations.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { toIdentifier } from '#core/students/namesakes.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showUndoToast } from '../../ui/toast.tsx'
import { BulkAction } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { PersonCell } from '../lists/person-cell.tsx'
import { useList } from '../lists/use-list.ts'
import { sortLabels } from './student-list-columns.tsx'

type Row = RowOf<typeof listIncompleteRegistrations>

const incompleteRegistrations = defineList({
  endpoint: listIncompleteRegistrations,
  bulkEndpoint: postponeRegistrations,
  rowKey: ({ _id }) => _id,
  rowName: ({ name }) => name,
  rowIdentifier: toIdentifier,
  things: { one: 'student', many: 'students' },
  caption: 'Students whose registration is not complete',
  paging: { as: 'scroll', size: 10 },
  searchLabel: 'Search by name, roll number, email or phone',
  sorts: { initial: 'name-asc', values: Object.keys(sortLabels), labels: sortLabels },
  empty: {
    title: 'Every registration is complete',
    help: 'Students you add are listed here until they have filled in the form.',
  },
  notFound: { title: 'No student found', help: 'Try another name.' },
  failed: 'The students could not be loaded.',
  skeletonRows: 10,
})

export const showIncomplete = 'incomplete'

/** Leads to the list where there is anybody on it. */
export function IncompleteRegistrationsLink() {
  const canList = useCan(listIncompleteRegistrations)
  const { data } = useQuery({
    ...endpointQuery(listIncompleteRegistrations, { query: { limit: 1 } }),
    enabled: canList,
  })
  if (!data?.length) return null
  return (
    <ButtonLink to={{ search: `show=${showIncomplete}` }} size="row">
      Registration not complete
    </ButtonLink>
  )
}

/** Lists students who still have to give the rest; staff may let them sit a test first. */
export function IncompleteRegistrationList() {
  const list = useList(incompleteRegistrations)
  const mutation = useEndpointMutation(postponeRegistrations, [listIncompleteRegistrations])
  const postpone = (ids: readonly string[], isPostponed: boolean) =>
    mutation.mutateAsync({ body: { ids: [...ids], isPostponed } })
  const handlePostpone = async (ids: readonly string[], isPostponed: boolean) => {
    const { message, changed } = await postpone(ids, isPostponed)
    list.selection.clear()
    if (changed.length > 0) showUndoToast(message, () => postpone(changed, !isPostponed))
  }
  const run = (ids: readonly string[], isPostponed: boolean) =>
    handlePostpone(ids, isPostponed).catch(() => undefined)

  return (
    <>
      <PageHeading
        title="Registration not complete"
        lead="Students you added fill in the rest of their registration when they first log in. A student who has a test before that can log in without the form for 24 hours; then it comes first again, but never in the middle of a test."
        crumbs={[{ to: pagePaths.students, name: 'Students' }]}
      />
      {mutation.error && <Notice tone="danger">{mutation.error.message}</Notice>}
      <ListCard
        list={list}
        columns={[
          ...columns,
          {
            key: 'actions',
            head: 'Actions',
            as: 'actions',
            cell: ({ postponedUntil, ...student }) => {
              const label = postponedUntil ? 'Ask now' : 'Let sit first'
              return (
                <Button
                  size="row"
                  tone="quiet"
                  aria-label={`${label}: ${list.nameRow(student)}`}
                  onClick={() => run([student._id], !postponedUntil)}
                >
                  {label}
                </Button>
              )
            },
          },
        ]}
        actions={
          <BulkAction
            list={list}
            label="Let Selected Sit First"
            tone="primary"
            isBusy={mutation.isPending}
            onRun={(chosen) =>
              run(
                chosen.map(({ _id }) => _id),
                true,
              )
            }
          />
        }
      />
    </>
  )
}

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    head: 'Name',
    as: 'title',
    sorts: { ascending: 'name-asc', descending: 'name-desc' },
    cell: (student) => <PersonCell {...student} />,
  },
  { key: 'phone', head: 'Phone', oneLine: true, cell: ({ phone }) => phone || <EmptyCell /> },
  {
    key: 'form',
    head: 'The form',
    cell: ({ postponedUntil }) =>
      postponedUntil ? (
        <>
          Waits until <DateTime iso={postponedUntil} />
        </>
      ) : (
        'Comes first at the login'
      ),
  },
]
