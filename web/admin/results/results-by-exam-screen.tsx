import { generatePath } from 'react-router'
import { type Exam, listExams } from '#contract/exams.ts'
import { formatCount } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { type AttemptsByExam, listAttemptsByExam } from '#contract/results.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { useCan } from '../../client/use-can.tsx'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Day } from '../../ui/breakable-text.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ListCard } from '../lists/list-card.tsx'
import { defineList, type ListState } from '../lists/list-description.ts'
import { PrintList } from '../lists/print-list.tsx'
import { arrangeByTitle, examListing, listStaffExams, useExams } from '../lists/use-exams.ts'
import { useLocalList } from '../lists/use-list.ts'

export const meta = createTitleMeta('Results by test')

export default function ResultsByExamScreen() {
  return (
    <>
      <PageHeading
        title="Results by test"
        crumbs={[{ to: pagePaths.scoreList, name: 'Results' }]}
      />
      {useCan(listExams) ? <Exams /> : <AttemptedExams />}
    </>
  )
}

const described = {
  ...examListing,
  caption: 'Tests with attempts',
  empty: {
    title: 'No tests available.',
    help: 'A test appears here as soon as a student starts it.',
  },
  failed: 'Failed to fetch tests',
  skeletonRows: 4,
} as const

const exams = defineList({
  ...described,
  endpoint: listStaffExams,
  rowKey: ({ _id }) => _id,
})

function Exams() {
  const list = useLocalList(exams, { query: useExams(), arrange: pickAttempted })
  return <ListCard list={list} columns={examColumns} actions={<PrintList list={list} />} />
}

function pickAttempted(all: readonly Exam[], state: ListState) {
  const attempted = all.filter(({ attempts }) => attempts > 0)
  return arrangeByTitle(attempted, state, ({ title }) => title)
}

const { newest, oldest, ...titleSorts } = examListing.sorts.labels
const attemptedExams = defineList({
  ...described,
  sorts: {
    ...examListing.sorts,
    labels: { newest: 'Last started', oldest: 'First started', ...titleSorts },
  },
  endpoint: listAttemptsByExam,
  rowKey: ({ testId }) => testId,
})

/** For those who see attempts and not the tests themselves. */
function AttemptedExams() {
  const query = useEndpointQuery(listAttemptsByExam)
  const list = useLocalList(attemptedExams, { query, arrange: arrangeAttempted })
  return <ListCard list={list} columns={attemptedExamColumns} actions={<PrintList list={list} />} />
}

function arrangeAttempted(exams: readonly AttemptsByExam[], state: ListState) {
  return arrangeByTitle(exams, state, ({ testTitle }) => testTitle)
}

type AttemptedExam = { readonly id: string; readonly title: string; readonly attempts: number }

function createColumns<Row>(
  read: (row: Row) => AttemptedExam,
  between: readonly Column<Row>[],
): readonly Column<Row>[] {
  return [
    {
      key: 'title',
      head: 'Title',
      as: 'title',
      sorts: { ascending: 'name-asc', descending: 'name-desc' },
      cell: (row) => read(row).title,
    },
    {
      key: 'attempts',
      head: 'Attempts',
      align: 'right',
      cell: (row) => formatCount(read(row).attempts),
    },
    ...between,
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (row) => <ViewResults exam={read(row)} />,
    },
  ]
}

function ViewResults({ exam: { id, title } }: { exam: AttemptedExam }) {
  return (
    <ButtonLink
      to={generatePath(pagePaths.examScores, { testId: id })}
      size="row"
      aria-label={`View Results of ${title}`}
    >
      View Results
    </ButtonLink>
  )
}

const examColumns = createColumns<Exam>(
  ({ _id: id, title, attempts }) => ({ id, title, attempts }),
  [
    {
      key: 'questions',
      head: 'Questions',
      align: 'right',
      cell: ({ numQuestions }) => numQuestions,
    },
    {
      key: 'released',
      head: 'Result',
      cell: ({ resultsReleasedAt }) =>
        resultsReleasedAt ? (
          <>
            Released <Day iso={resultsReleasedAt} />
          </>
        ) : (
          'Not released'
        ),
    },
  ],
)

const attemptedExamColumns = createColumns<AttemptsByExam>(
  ({ testId: id, testTitle: title, attempts }) => ({ id, title, attempts }),
  [],
)
