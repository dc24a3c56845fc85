import { useMemo, useState } from 'react'
import type { Attempt } from '#contract/results.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatElapsed } from '../../ui/format-time.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { useAddress } from '../address-state.ts'
import { counted } from '../counted.ts'
import { ReopenDialog } from '../exam-room/reopen-dialog.tsx'
import { TimeLeft } from '../exam-room/time-left.tsx'
import { ListEnd } from '../list-end.tsx'
import { FinishReason, Score, StudentName } from './cells.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import { ExportScores } from './export-scores.tsx'
import { matching, sorted } from './score-order.ts'
import css from './scores-table.module.css'
import { isRunning, rowsAtOnce } from './use-attempts.ts'

type ScoresTableProps = {
  readonly attempts: readonly Attempt[]
  /** Otherwise these are the best of them, and the rest is on its way. */
  readonly isWhole: boolean
}

/** Thousands of rows would take the page seconds to draw. */
export function ScoresTable({ attempts, isWhole }: ScoresTableProps) {
  const address = useAddress()
  const [shown, setShown] = useState<Attempt | null>(null)
  const [reopening, setReopening] = useState<Attempt | null>(null)
  const search = address.get('search')
  const sort = address.get('sort') || 'score-desc'
  const isWaiting = !isWhole && (search !== '' || sort !== 'score-desc')
  const rows = useMemo(
    () => (isWaiting ? [] : sorted(matching(attempts, search), sort)),
    [attempts, search, sort, isWaiting],
  )
  const [count, setCount] = useState(rowsAtOnce)
  const pages = {
    hasNextPage: count < rows.length,
    isFetchingNextPage: false,
    isFetchNextPageError: false,
    fetchNextPage: () => setCount(count + rowsAtOnce),
  }
  return (
    <Card>
      <div className={css.tools}>
        <h2>Scores</h2>
        <div className={css.search}>
          <SearchBox
            label="Search by student name"
            value={search}
            onSearch={(text) => address.set({ search: text })}
          />
        </div>
        {attempts[0] && <ExportScores testId={attempts[0].testId} search={search} sort={sort} />}
      </div>
      {rows.length > 0 || isWaiting ? (
        <DataTable
          caption="Scores"
          columns={columnsOf(setShown)}
          rows={rows.slice(0, count)}
          rowKey={({ _id }) => _id}
          sort={sort}
          onSort={(to) => address.set({ sort: to })}
          skeletonRows={isWaiting ? 10 : 0}
        />
      ) : (
        <p className={css.nobody}>No student found</p>
      )}
      {rows.length > rowsAtOnce && (
        <ListEnd
          query={pages}
          things="attempts"
          shown={Math.min(count, rows.length)}
          total={rows.length}
        />
      )}
      <p role="status" className="visually-hidden">
        {search && isWhole && `${counted(rows.length, 'attempt')} found`}
      </p>
      <DetailsDialog
        attempt={shown}
        isNewest={isWhole && shown !== null && newestOf(shown, attempts) === shown._id}
        canReopen={!attempts.some((one) => one.studentId === shown?.studentId && isRunning(one))}
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

function columnsOf(onShow: (attempt: Attempt) => void): readonly Column<Attempt>[] {
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
          <TimeLeft attempt={attempt} inWords />
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
function newestOf({ studentId }: Attempt, attempts: readonly Attempt[]) {
  return attempts
    .filter((attempt) => attempt.studentId === studentId && !isRunning(attempt))
    .toSorted((a, b) => b.startTime.localeCompare(a.startTime))[0]?._id
}
