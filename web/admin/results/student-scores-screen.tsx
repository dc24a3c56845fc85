import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { generatePath, Link, useParams } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { type Attempt, listStudentAttempts } from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { getStudent } from '#contract/students.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { endpointQuery, useEndpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { formatDateTime, formatElapsed } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import css from '../lists/list.module.css'
import { useListParams } from '../lists/use-list-params.ts'
import { FinishReason, Score } from './attempts/attempt-cells.tsx'
import { getAnswerSheetLink, isRunning } from './attempts/attempt-facts.ts'
import { Kpis } from './kpis.tsx'
import { computeStatistics } from './use-exam-attempts.ts'

export const meta = createTitleMeta('Attempts')

const crumbs = [{ to: pagePaths.scoreList, name: 'Results' }]

/** One student over all tests, each attempt with the way to its answer sheet. */
export default function StudentScoresScreen() {
  const { studentId = '' } = useParams()
  const listParams = useListParams()
  const search = listParams.get('search')
  const sort = attemptSorts.find((option) => option === listParams.get('sort')) ?? 'newest'
  const student = useEndpointQuery(getStudent, { params: { id: studentId } })
  const attempts = useQuery({
    ...endpointQuery(listStudentAttempts, { params: { studentId }, query: { search, sort } }),
    placeholderData: keepPreviousData,
  })
  const error = student.error ?? attempts.error
  const isMissing = error instanceof RefusalError && error.status < 500
  const rows = attempts.data ?? []
  const isEmpty = rows.length === 0 && !attempts.isPending

  return (
    <>
      <PageHeading
        title={student.data?.name ?? 'Attempts'}
        lead={
          student.data && (
            <Link to={generatePath(pagePaths.student, { id: studentId })}>Student details</Link>
          )
        }
        crumbs={crumbs}
      />
      {error && isMissing && <EmptyState title="No student found" />}
      {error && !isMissing && (
        <Notice tone="danger" onRetry={() => Promise.all([student.refetch(), attempts.refetch()])}>
          The attempts could not be loaded.
        </Notice>
      )}
      {!error && rows.length > 0 && <Kpis {...computeStatistics(rows)} />}
      {!error && (
        <Card>
          <div className={css.tools}>
            <div className={css.search}>
              <SearchBox
                label="Search by test"
                value={search}
                onSearch={(text) => listParams.set({ search: text })}
              />
            </div>
          </div>
          {isEmpty ? (
            <EmptyState
              title={search ? 'No test found' : 'No attempts yet'}
              help={
                search
                  ? 'Try another title.'
                  : 'Attempts stand here as soon as the student has started a test.'
              }
            />
          ) : (
            <DataTable
              caption="Attempts"
              columns={columns}
              rows={rows}
              rowKey={({ _id }) => _id}
              sort={sort}
              onSort={(to) => listParams.set({ sort: to })}
              skeletonRows={attempts.isPending ? 4 : 0}
            />
          )}
        </Card>
      )}
      <p role="status" className="visually-hidden">
        {search && !attempts.isPlaceholderData && `${pluralize(rows.length, 'attempt')} found`}
      </p>
    </>
  )
}

const columns: readonly Column<Attempt>[] = [
  { key: 'test', head: 'Test', as: 'title', cell: ({ testTitle }) => testTitle },
  {
    key: 'started',
    head: 'Started At',
    oneLine: true,
    sorts: { ascending: 'oldest', descending: 'newest' },
    cell: ({ startTime }) => formatDateTime(startTime),
  },
  {
    key: 'taken',
    head: 'Time taken',
    cell: ({ startTime, endTime }) => (endTime ? formatElapsed(startTime, endTime) : '—'),
  },
  { key: 'reason', head: 'Finish reason', cell: (attempt) => <FinishReason attempt={attempt} /> },
  {
    key: 'score',
    head: 'Score',
    sorts: { ascending: 'score-asc', descending: 'score-desc' },
    cell: (attempt) => <Score attempt={attempt} />,
  },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <ViewAnswers attempt={attempt} />,
  },
]

function ViewAnswers({ attempt }: { attempt: Attempt }) {
  const name = `View Answers to ${attempt.testTitle}`
  return isRunning(attempt) ? (
    <Button size="row" disabled aria-label={name}>
      View Answers
    </Button>
  ) : (
    <ButtonLink to={getAnswerSheetLink(attempt)} size="row" aria-label={name}>
      View Answers
    </ButtonLink>
  )
}
