import { getBatch, listBatches, listDeletedBatches, restoreBatch } from '#contract/batches.ts'
import type { RowOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { courseLabels, labelOf } from '#contract/registration-labels.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { DateTime } from '../../ui/breakable-text.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { useList } from '../lists/use-list.ts'

const deletedBatches = defineList({
  endpoint: listDeletedBatches,
  rowKey: ({ _id }) => _id,
  things: { one: 'batch', many: 'batches' },
  caption: 'Deleted batches',
  paging: { as: 'pages', size: 20 },
  searchLabel: 'Search by name or course',
  sorts: { initial: 'newest', values: ['newest', 'oldest', 'name-asc', 'name-desc'] },
  empty: { title: 'No batches were deleted', help: 'Deleted batches are kept here for 30 days.' },
  notFound: { title: 'No batch found', help: 'Try another name.' },
  failed: 'The deleted batches could not be loaded.',
  skeletonRows: 5,
})

export function DeletedBatches() {
  const list = useList(deletedBatches)
  const restore = useEndpointMutation(restoreBatch, [listBatches, getBatch])
  const handleRestore = async (id: string) => {
    const { message } = await restore.mutateAsync({ params: { id } })
    list.dropRows([id], message)
  }
  const columns: readonly Column<RowOf<typeof listDeletedBatches>>[] = [
    {
      key: 'name',
      head: 'Batch',
      as: 'title',
      cell: ({ name, course }) => (
        <>
          {name}
          <small>{labelOf(courseLabels, course)}</small>
        </>
      ),
    },
    {
      key: 'students',
      head: 'Students',
      align: 'right',
      cell: ({ students }) => formatCount(students),
    },
    { key: 'deleted', head: 'Deleted', cell: ({ deletedAt }) => <DateTime iso={deletedAt} /> },
    { key: 'erased', head: 'Erased for good', cell: ({ erasedAt }) => <DateTime iso={erasedAt} /> },
    {
      key: 'actions',
      head: 'Actions',
      as: 'actions',
      cell: ({ _id, name }) => (
        <Button
          size="row"
          tone="quiet"
          busy={restore.isPending && restore.variables.params.id === _id}
          aria-label={`Restore ${name}`}
          onClick={() => handleRestore(_id).catch(() => undefined)}
        >
          Restore
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title="Recently deleted"
        lead="Batches can be restored for 30 days, with their students."
        crumbs={[{ to: pagePaths.batches, name: 'Batches' }]}
      />
      {restore.error && <Notice tone="danger">{restore.error.message}</Notice>}
      <ListCard list={list} columns={columns} />
    </>
  )
}
