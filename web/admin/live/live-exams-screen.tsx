import { useQuery } from '@tanstack/react-query'
import { generatePath, Link } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pluralize } from '#contract/format.ts'
import { listLiveExams } from '#contract/live.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatTime } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ClockNotice } from '../clock-notice.tsx'
import css from './live-screen.module.css'
import { stateOrder, states } from './state-words.tsx'

export const meta = createTitleMeta('Live')

const refetchMs = 5_000

export default function LiveExamsScreen() {
  const { data, error, refetch } = useQuery({
    ...endpointQuery(listLiveExams),
    refetchInterval: refetchMs,
  })
  return (
    <>
      <PageHeading
        title="Live"
        lead={data && data.length > 0 && `${pluralize(data.length, 'test')} running now.`}
      />
      <div className={css.clock}>
        <ClockNotice />
      </div>
      {error && (
        <Notice tone="danger" onRetry={refetch}>
          The running tests could not be loaded.
        </Notice>
      )}
      {!data && !error && <Skeleton width="100%" height="120px" />}
      {data?.length === 0 && (
        <Card>
          <EmptyState
            title="Nobody is taking a test now."
            help="A test appears here as soon as a student starts it."
          />
        </Card>
      )}
      <ul className={layout.stack}>
        {data?.map((exam) => (
          <li key={exam._id}>
            <LiveExam exam={exam} />
          </li>
        ))}
      </ul>
    </>
  )
}

function LiveExam({ exam }: { exam: ReplyOf<typeof listLiveExams>[number] }) {
  const { _id: testId, title, counts, lastEndsAt } = exam
  const to = generatePath(pagePaths.live, { testId })
  return (
    <Card padded className={css.exam}>
      <div>
        <h2 dir="auto">
          <Link to={to}>{title}</Link>
        </h2>
        <ul className={css.counts}>
          {stateOrder.map(
            (state) =>
              (counts[state] ?? 0) > 0 && (
                <li key={state}>
                  {states[state].shape} {counts[state]} {states[state].word.toLowerCase()}
                </li>
              ),
          )}
        </ul>
        {lastEndsAt && <p>The last attempt ends at {formatTime(Date.parse(lastEndsAt))}.</p>}
      </div>
      <ButtonLink to={to} tone="primary" aria-label={`Watch ${title}`}>
        Watch
      </ButtonLink>
    </Card>
  )
}
