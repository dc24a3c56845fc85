import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { reopenAttempt } from '#contract/proctoring.ts'
import {
  type Attempt,
  exportExamAttempts,
  getScoreDetails,
  listExamAttempts,
} from '#contract/results.ts'
import { attemptSorts } from '#contract/schemas.ts'
import { getStudent } from '#contract/students.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { buildSearchKey, matchesSearch } from '#core/text.ts'
import { useCan } from '../../client/use-can.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatElapsed } from '../../ui/format-time.ts'
import { ExportFiles } from '../lists/list-actions.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListState, toListQuery } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { useLocalList } from '../lists/use-list.ts'
import { FinishReason, isRunning, Score, StudentName, TimeLeft } from './attempts/attempt-cells.tsx'
import { ReopenDialog } from './attempts/reopen-dialog.tsx'
import { DetailsDialog } from './details-dialog.tsx'
import css from './scores-table.module.css'
import { initialRowCount } from './use-exam-attempts.ts'

const scores = defineList({
  endpoint: listExamAttempts,
  rowKey: ({ _id }) => _id,
  things: { one: 'attempt', many: 'attempts' },
  caption: 'Scores',
  paging: { as: 'scroll', size: initialRowCount, isQuiet: true },
  searchLabel: 'Search by student name',
  sorts: { initial: 'score-desc', values: attemptSorts },
  empty: { title: 'No student found', help: 'Try another name.' },
  failed: 'The scores could not be loaded.',
  skeletonRows: 10,
})

type ScoresTableProps = {
  readonly examId: string
  /** These are the attempts of one batch; empty if they are all. */
  readonly batch: string
  readonly attempts: readonly Attempt[]
  /** Otherwise these are the best ones, and the others are still loading. */
  readonly isComplete: boolean
}

export function ScoresTable({ examId, batch, attempts, isComplete }: ScoresTableProps) {
  const list = useLocalList(scores, { query: { data: attempts }, isComplete, arrange })
  const canSeeAnswers = useCan(getScoreDetails)
  const canSeeStudents = useCan(getStudent)
  const canReopen = useCan(reopenAttempt)
  const [shown, setShown] = useState<Attempt | null>(null)
  const [reopening, setReopening] = useState<Attempt | null>(null)
  return (
    <>
      <ListCard
        list={list}
        title="Scores"
        columns={createColumns(canSeeStudents, setShown).filter(
          ({ key }) => key !== 'action' || canSeeAnswers,
        )}
        actions={
          <div className={css.export}>
            <PrintList list={list} />
            <ExportFiles
              endpoint={exportExamAttempts}
              params={{ testId: examId }}
              query={{ ...toListQuery(list.state), ...(batch && { batch }) }}
              things="attempts"
            />
          </div>
        }
      />
      <DetailsDialog
        attempt={shown}
        isNewest={isComplete && shown !== null && findNewestId(shown, attempts) === shown._id}
        canReopen={
          canReopen &&
          !attempts.some((other) => other.studentId === shown?.studentId && isRunning(other))
        }
        onReopen={() => {
          setReopening(shown)
          setShown(null)
        }}
        onClose={() => setShown(null)}
      />
      <ReopenDialog attempt={reopening} onClose={() => setReopening(null)} />
    </>
  )
}

function arrange(attempts: readonly Attempt[], { search, sort = '' }: ListState) {
  return sortAttempts(filterByStudentName(attempts, search), sort)
}

function createColumns(
  canSeeStudents: boolean,
  onShow: (attempt: Attempt) => void,
): readonly Column<Attempt>[] {
  return [
    {
      key: 'student',
      head: 'Student',
      as: 'title',
      sorts: { ascending: 'name-asc', descending: 'name-desc' },
      cell: (attempt) =>
        canSeeStudents ? (
          <Link to={generatePath(pagePaths.score, { studentId: attempt.studentId })}>
            <StudentName attempt={attempt} />
          </Link>
        ) : (
          <StudentName attempt={attempt} />
        ),
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
      oneLine: true,
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
          aria-label={`View Details of ${toStudentLabel(attempt)}`}
          onClick={() => onShow(attempt)}
        >
          View Details
        </Button>
      ),
    },
  ]
}

/** `getScoreDetails` answers the newest finished attempt only. */
function findNewestId({ studentId }: Attempt, attempts: readonly Attempt[]) {
  return attempts
    .filter((attempt) => attempt.studentId === studentId && !isRunning(attempt))
    .toSorted((a, b) => b.startTime.localeCompare(a.startTime))[0]?._id
}

export function filterByStudentName(
  attempts: readonly Attempt[],
  search: string,
): readonly Attempt[] {
  if (!search) return attempts
  return attempts.filter(({ studentName }) => matchesSearch(search, [studentName]))
}

/** By name or by score; each search key is built once, not at every comparison. */
export function sortAttempts(attempts: readonly Attempt[], sort: string): readonly Attempt[] {
  const [by, direction] = sort.split('-')
  const sign = direction === 'desc' ? -1 : 1
  if (by !== 'name') {
    return attempts.toSorted((a, b) => sign * ((a.percentage ?? -1) - (b.percentage ?? -1)))
  }
  const keyed = attempts.map((attempt) => ({ attempt, key: buildSearchKey(attempt.studentName) }))
  keyed.sort((a, b) => sign * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  return keyed.map(({ attempt }) => attempt)
}
