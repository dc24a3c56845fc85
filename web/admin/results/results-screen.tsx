import { IconClipboardList } from '@tabler/icons-react'
import { pagePaths } from '#contract/page-paths.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { ExamGroup } from './exam-group.tsx'
import css from './results-screen.module.css'
import { ResultsSkeleton } from './results-skeleton.tsx'
import { useExamGroups } from './use-exam-groups.ts'

export const meta = createTitleMeta('Results')

export default function ResultsScreen() {
  const listParams = useListParams()
  const search = listParams.get('search')
  const { groups, total, page, pages, from, isPending, isError, data, refetch } = useExamGroups(
    search,
    Number(listParams.get('page')),
  )
  const goTo = (to: number) => listParams.set({ page: to === 1 ? '' : String(to) })
  return (
    <>
      <PageHeading
        title="Results"
        actions={
          <ButtonLink
            to={pagePaths.examsWithAttempts}
            icon={<IconClipboardList aria-hidden="true" />}
          >
            Results by test
          </ButtonLink>
        }
      />
      <div className={css.search}>
        <SearchBox
          label="Search by test or student name"
          value={search}
          onSearch={(text) => listParams.set({ search: text, page: '' })}
        />
      </div>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          The results could not be loaded.
        </Notice>
      )}
      {isPending && <ResultsSkeleton />}
      {data && total === 0 && (
        <Card>
          <EmptyState
            title={search ? 'No results found' : 'No results yet'}
            help={
              search
                ? 'Try another test or student.'
                : 'Attempts stand here as soon as a student has started a test.'
            }
          />
        </Card>
      )}
      {groups.map((group, index) => (
        <ExamGroup
          key={`${group.testId} ${search}`}
          group={group}
          search={search}
          isFirst={index === 0}
        />
      ))}
      {total > 0 && (
        <nav className={css.pages} aria-label="Pages">
          <span role="status">
            Tests {from + 1} to {from + groups.length} of {total}
          </span>
          <Button size="row" disabled={page === 1} onClick={() => goTo(page - 1)}>
            Previous
          </Button>
          <Button size="row" disabled={page === pages} onClick={() => goTo(page + 1)}>
            Next
          </Button>
        </nav>
      )}
      <p role="status" className="visually-hidden">
        {search && data && `${pluralize(total, 'test')} found`}
      </p>
    </>
  )
}
