import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath } from 'react-router'
import { formatPercentage } from '#contract/format.ts'
import type { Attempt } from '#contract/results.ts'
import { screens } from '#contract/screens.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { formatWhen } from '../../kit/format.ts'
import { counted } from '../counted.ts'
import type { Group } from './attempt-groups.ts'
import { Score, Status, StudentName } from './cells.tsx'
import css from './test-group.module.css'
import { averageOf, percentagesOf } from './use-attempts.ts'

/** Its rows are made when it is opened: a test may have hundreds. */
export function TestGroup({ group, isFirst }: { group: Group; isFirst: boolean }) {
  const [isOpen, setOpen] = useState(isFirst)
  const { title, attempts } = group
  const average = averageOf(percentagesOf(attempts))
  return (
    <details
      className={css.group}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
        <h2>{title}</h2>
        <span>{counted(attempts.length, 'attempt')}</span>
        {average !== null && (
          <span className={css.average}>
            Average <b>{formatPercentage(average)}</b>
          </span>
        )}
      </summary>
      {isOpen && (
        <DataTable
          caption={`Attempts at ${title}`}
          columns={columns}
          rows={attempts}
          rowKey={({ _id }) => _id}
        />
      )}
    </details>
  )
}

const columns: readonly Column<Attempt>[] = [
  {
    key: 'student',
    head: 'Student',
    as: 'title',
    cell: ({ studentName }) => <StudentName name={studentName} />,
  },
  { key: 'started', head: 'Started At', cell: ({ startTime }) => formatWhen(startTime) },
  { key: 'status', head: 'Status', cell: (attempt) => <Status attempt={attempt} /> },
  { key: 'score', head: 'Score', cell: (attempt) => <Score attempt={attempt} /> },
  {
    key: 'action',
    head: 'Action',
    as: 'actions',
    cell: (attempt) => <ViewDetails attempt={attempt} />,
  },
]

/** To all attempts of the student, this one among them. */
function ViewDetails({ attempt: { studentId, studentName } }: { attempt: Attempt }) {
  return (
    <ButtonLink
      to={generatePath(screens.score, { studentId })}
      size="row"
      aria-label={`View Details of ${studentName}`}
    >
      View Details
    </ButtonLink>
  )
}
