import { IconClipboardList } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { listAttemptsByExam } from '#contract/results.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { FoundStatus, ListFilters, ListSearch } from '../lists/list-card.tsx'
import { defineList, toListQuery } from '../lists/list-description.ts'
import { ListPaging } from '../lists/list-paging.tsx'
import { PrintList, PrintStatus } from '../lists/print-list.tsx'
import { readWholeList } from '../lists/read-list.ts'
import { useBatchFilter } from '../lists/use-batch-filter.tsx'
import { useList } from '../lists/use-list.ts'
import { usePrintAll } from '../lists/use-print-all.ts'
import { ExamGroup } from './exam-group.tsx'
import { ResultsSkeleton } from './kpis.tsx'
import { PrintedResults, readPrintedGroups } from './printed-results.tsx'
import css from './results-screen.module.css'

export const meta = createTitleMeta('Results')

const groups = defineList({
  endpoint: listAttemptsByExam,
  rowKey: ({ testId }) => testId,
  things: { one: 'test', many: 'tests' },
  caption: 'Tests with attempts',
  paging: { as: 'pages', size: 5 },
  searchLabel: 'Search by test or student name',
  empty: {
    title: 'No results yet',
    help: 'Attempts appear here as soon as a student starts a test.',
  },
  notFound: { title: 'No results found', help: 'Try another test or student.' },
  failed: 'The results could not be loaded.',
  skeletonRows: 5,
})

export default function ResultsScreen() {
  const { filters, batch } = useBatchFilter()
  const list = useList({ ...groups, filters }, { isReadAtEachVisit: true })
  const { rows, total, state, isPending, isLoadingError, isRefetchError } = list
  const query = toListQuery(state)
  const print = usePrintAll(JSON.stringify(query), async (onRead) =>
    readPrintedGroups(await readWholeList(groups, { query }, () => {}), query, onRead),
  )
  return (
    <>
      <PageHeading
        title="Results"
        actions={
          <>
            <PrintList list={{ ...list, print }} />
            <ButtonLink
              to={pagePaths.examsWithAttempts}
              size="row"
              icon={<IconClipboardList aria-hidden="true" />}
            >
              Results by test
            </ButtonLink>
          </>
        }
      />
      <PrintStatus list={{ ...list, print }} />
      <div className={css.tools}>
        <div className={css.search}>
          <ListSearch list={list} />
        </div>
        <ListFilters list={list} />
      </div>
      {(isLoadingError || isRefetchError) && (
        <Notice tone="danger" onRetry={list.refetch}>
          {groups.failed}
        </Notice>
      )}
      {isPending && <ResultsSkeleton />}
      {!isPending && !isLoadingError && total === 0 && (
        <Card>
          <EmptyState {...list.emptyText} />
        </Card>
      )}
      <div className={css.screen} data-printed={print.rows && true}>
        {rows.map((group, index) => (
          <ExamGroup
            key={`${group.testId} ${batch} ${state.search}`}
            group={group}
            filters={filters}
            isFirst={index === 0}
          />
        ))}
        <ListPaging list={list} />
      </div>
      {print.rows && <PrintedResults groups={print.rows} />}
      <FoundStatus list={list} />
    </>
  )
}
