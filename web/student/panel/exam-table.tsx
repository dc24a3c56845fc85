import { IconCheck } from '@tabler/icons-react'
import type { StudentExam } from '#contract/exams.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMinutes } from '../../ui/format-time.ts'
import { StartButton } from './start-button.tsx'
import type { OwnExams } from './use-own-exams.ts'

type ExamTableProps = {
  readonly exams: OwnExams | undefined
  /** When the list came, by the device's clock: what was left then is less now. */
  readonly readAt: number
  readonly startingId: string | undefined
  readonly onStart: (exam: StudentExam) => void
}

export function ExamTable({ exams = [], readAt, startingId, onStart }: ExamTableProps) {
  const firstStartable = exams.find(({ canStart }) => canStart)
  const columns: readonly Column<StudentExam>[] = [
    { key: 'title', head: 'Test', as: 'title', cell: ({ title }) => title },
    { key: 'questions', head: 'Questions', width: '174px', cell: (exam) => exam.numQuestions },
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
      cell: (exam) =>
        exam.canStart ? (
          <StartButton
            exam={exam}
            readAt={readAt}
            isTop={exam === firstStartable}
            isStarting={startingId === exam._id}
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
      rows={exams}
      rowKey={({ _id }) => _id}
      skeletonRows={readAt === 0 ? 4 : 0}
    />
  )
}
