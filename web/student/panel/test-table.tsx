import { IconCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMinutes } from '../../ui/format-time.ts'
import type { OwnTests } from './own-tests.ts'
import { StartButton } from './start-button.tsx'

type TestTableProps = {
  readonly tests: OwnTests | undefined
  /** When the list came, by the device's clock: what was left then is less now. */
  readonly readAt: number
  readonly starting: string | undefined
  readonly onStart: (test: StudentExam) => void
}

export function TestTable({ tests = [], readAt, starting, onStart }: TestTableProps) {
  const top = tests.find(({ canStart }) => canStart)
  const columns: readonly Column<StudentExam>[] = [
    { key: 'title', head: 'Test', as: 'title', cell: ({ title }) => title },
    { key: 'questions', head: 'Questions', width: '174px', cell: (test) => test.numQuestions },
    {
      key: 'duration',
      head: 'Duration',
      width: '174px',
      cell: ({ duration }) => formatMinutes(duration),
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (test) =>
        test.canStart ? (
          <StartButton
            test={test}
            readAt={readAt}
            isTop={test === top}
            isStarting={starting === test._id}
            onStart={onStart}
          />
        ) : (
          <span>
            <Badge icon={<IconCheck aria-hidden="true" />}>Completed</Badge>
          </span>
        ),
    },
  ]
  return (
    <DataTable
      caption="Tests that are released"
      columns={columns}
      rows={tests}
      rowKey={({ _id }) => _id}
      skeletonRows={readAt === 0 ? 4 : 0}
    />
  )
}
