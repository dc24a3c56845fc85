import { useMemo, useState } from 'react'
import type { Attempt } from '#contract/results.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { SearchBox } from '../../ui/form/search-box.tsx'
import { formatElapsed } from '../../ui/format-time.ts'
import { LoadMore } from '../lists/load-more.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { FinishReason, Score, StudentName } from './attempts/attempt-cells.tsx'
import { isRunning } from './attempts/attempt-facts.ts'
import { ReopenDialog } from './attempts/reopen-dialog.tsx'
import { TimeLeft } from './attempts/time-left.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { ExportScores } from './export-scores.tsx'
import css from './scores-table.module.css'
import { filterByStudentName, sortAttempts } from './sort-attempts.ts'
import { initialRowCount } from './use-exam-attempts.ts'

type ScoresTableProps = {
  readonly attempts: readonly Attempt[]
  /** Otherwise these are the best of them, and the rest is on its way. */
  readonly isComplete: boolean
}

/** Thousands of rows would take the page seconds to draw. */
export function ScoresTable({ attempts, isComplete }: ScoresTableProps) {
  const listParams = useListParams()
  const [shown, setShown] = useState<Attempt | null>(null)
  const [reopening, setReopening] = useState<Attempt | null>(null)
  const search = listParams.get('search')
  const sort = listParams.get('sort') || 'score-desc'
  const isWaiting = !isComplete && (search !== '' || sort !== 'score-desc')
  const rows = useMemo(
    () => (isWaiting ? [] : sortAttempts(filterByStudentName(attempts, search), sort)),
    [attempts, search, sort, isWaiting],
  )
  const [count, setCount] = useState(initialRowCount)
  const pages = {
    hasNextPage: count < rows.length,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => setCount(count + initialRowCount),
  }
  return (
    <Card>
      <div className={css.tools}>
        <h2>Scores</h2>
        <div className={css.search}>
          <SearchBox
            label="Search by student name"
            value={search}
            onSearch={(text) => listParams.set({ search: text })}
          />
        </div>
        {attempts[0] && <ExportScores examId={attempts[0].testId} search={search} sort={sort} />}
      </div>
      {rows.length > 0 || isWaiting ? (
        <DataTable
          caption="Scores"
          columns={createColumns(setShown)}
          rows={rows.slice(0, count)}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(to) => listParams.set({ sort: to })}
          skeletonRows={isWaiting ? 10 : 0}
        />
      ) : (
        <p className={css.empty}>No student found</p>
      )}
      {rows.length > initialRowCount && (
        <LoadMore
          query={pages}
          things="attempts"
          shown={Math.min(count, rows.length)}
          total={rows.length}
        />
      )}
      <p role="status" className="visually-hidden">
        {search && isComplete && `${pluralize(rows.length, 'attempt')} found`}
      </p>
      <DetailsDialog
        attempt={shown}
        isNewest={isComplete && shown !== null && findNewestId(shown, attempts) === shown._id}
        canReopen={
          !attempts.some((other) => other.studentId === shown?.studentId && isRunning(other))
        }
        onReopen={() => {
          setReopening(shown)
          setShown(null)
        }}
        onClose={() => setShown(null)}
      />
      <ReopenDialog attempt={reopening} onClose={() => setReopening(null)} />
    </Card>
  )
}

function createColumns(onShow: (attempt: Attempt) => void): readonly Column<Attempt>[] {
  return [
    {
      key: 'student',
      head: 'Student',
      as: 'title',
      sorts: { ascending: 'name-asc', descending: 'name-desc' },
      cell: ({ studentName }) => <StudentName name={studentName} />,
    },
    {
      key: 'score',
      head: 'Score',
      sorts: { ascending: 'score-asc', descending: 'score-desc' },
      cell: (attempt) => <Score attempt={attempt} />,
    },
    {
      key: 'taken',
      head: 'Time taken',
      cell: (attempt) =>
        attempt.endTime ? (
          formatElapsed(attempt.startTime, attempt.endTime)
        ) : (
          <TimeLeft attempt={attempt} hasSuffix />
        ),
    },
    {
      key: 'reason',
      head: 'Finish reason',
      cell: (attempt) => <FinishReason attempt={attempt} />,
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (attempt) => (
        <Button
          size="row"
          disabled={isRunning(attempt)}
          aria-label={`View Details of ${attempt.studentName}`}
          onClick={() => onShow(attempt)}
        >
          View Details
        </Button>
      ),
    },
  ]
}

/** `scoreDetails` tells of the newest finished attempt only. */
function findNewestId({ studentId }: Attempt, attempts: readonly Attempt[]) {
  return attempts
    .filter((attempt) => attempt.studentId === studentId && !isRunning(attempt))
    .toSorted((a, b) => b.startTime.localeCompare(a.startTime))[0]?._id
}
