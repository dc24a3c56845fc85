import { IconClipboardList } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listAttempts } from '#contract/results.ts'
import { screens } from '#contract/screens.ts'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { Notice } from '../../kit/notice.tsx'
import { PageHeading } from '../../kit/page-heading.tsx'
import { SearchBox } from '../../kit/search-box.tsx'
import { titled } from '../../kit/title.ts'
import { asking } from '../../query.ts'
import { useAddress } from '../address-state.ts'
import { counted } from '../counted.ts'
import { groupsOf, pageOf } from './attempt-groups.ts'
import css from './scorelist.module.css'
import { TestGroup } from './test-group.tsx'
import { WaitingScores } from './waiting-scores.tsx'

export const meta = titled('Results')

export default function ScorelistScreen() {
  const address = useAddress()
  const search = address.get('search')
  const { data, isPending, isError, refetch } = useQuery({
    ...asking(listAttempts, { query: { search } }),
    placeholderData: keepPreviousData,
  })
  const all = groupsOf(data ?? [])
  const { page, pages, from, groups } = pageOf(all, Number(address.get('page')))
  const goTo = (to: number) => address.set({ page: to === 1 ? '' : String(to) })
  return (
    <>
      <PageHeading
        title="Results"
        actions={
          <ButtonLink
            to={screens.testsWithAttempts}
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
          onSearch={(text) => address.set({ search: text, page: '' })}
        />
      </div>
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          The results could not be loaded.
        </Notice>
      )}
      {isPending && <WaitingScores />}
      {data && all.length === 0 && (
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
        <TestGroup key={group.testId} group={group} isFirst={index === 0} />
      ))}
      {all.length > 0 && (
        <nav className={css.pages} aria-label="Pages">
          <span role="status">
            Tests {from + 1} to {from + groups.length} of {all.length}
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
        {search && data && `${counted(data.length, 'attempt')} found`}
      </p>
    </>
  )
}
