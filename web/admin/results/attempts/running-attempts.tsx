import { IconClockPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { formatCount } from '#contract/format.ts'
import { type Attempt, getAnswers, listExamAttempts } from '#contract/results.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { buildSearchKey } from '#core/text.ts'
import { IfCan } from '../../../client/use-can.tsx'
import { DateTime } from '../../../ui/breakable-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Status } from '../../../ui/status.tsx'
import { ListTable } from '../../lists/list-card.tsx'
import { defineList } from '../../lists/list-description.ts'
import { useLocalList } from '../../lists/use-list.ts'
import { getAnswerSheetLink, isRunning, StudentName, TimeLeft } from './attempt-cells.tsx'
import css from './running-attempts.module.css'
import { useAddMinutes } from './use-add-minutes.tsx'

type RunningAttemptsProps = {
  readonly examId: string
  readonly attempts: readonly Attempt[]
}

const runningAttempts = defineList({
  endpoint: listExamAttempts,
  rowKey: ({ _id }) => _id,
  rowName: toStudentLabel,
  things: { one: 'attempt', many: 'attempts' },
  caption: 'Attempts in progress',
  paging: { as: 'whole' },
  empty: { title: 'No attempt is in progress', help: '' },
  failed: 'The attempts could not be loaded.',
  skeletonRows: 3,
})

/** All rows of a class of sixty would push the scores off the screen. */
const initialRows = 10

/** The attempts in progress; hidden while there are none. */
export function RunningAttempts({ examId, attempts }: RunningAttemptsProps) {
  const list = useLocalList(runningAttempts, { query: { data: attempts }, arrange })
  const [isExpanded, setExpanded] = useState(false)
  const { rows: running, selection } = list
  // Not `list.chosen`, which still has those that have ended since.
  const chosen = running.filter(({ _id }) => selection.selected.has(_id))
  const isForAll = chosen.length === 0
  const minutes = useAddMinutes({
    examId,
    title: attempts[0]?.testTitle ?? '',
    onDone: selection.clear,
  })
  const shown = isExpanded ? list : { ...list, rows: running.slice(0, initialRows) }
  if (running.length === 0 && !minutes.dialog) return null
  return (
    <Card className={css.card}>
      <div className={css.tools}>
        <h2>In progress</h2>
        <Status className={css.count}>
          {isForAll
            ? `${formatCount(running.length)} running`
            : `${formatCount(chosen.length)} selected`}
        </Status>
        {!isForAll && (
          <Button size="row" tone="quiet" onClick={selection.clear}>
            Clear
          </Button>
        )}
        <Button
          size="row"
          icon={<IconClockPlus aria-hidden="true" />}
          busy={minutes.isOpening}
          onClick={() => minutes.open(isForAll ? running : chosen)}
        >
          {isForAll ? 'Add time for all' : `Add time for selected (${formatCount(chosen.length)})`}
        </Button>
      </div>
      <ListTable list={shown} columns={createColumns((attempt) => minutes.open([attempt]))} />
      {running.length > initialRows && !isExpanded && (
        <div className={css.more}>
          <Button size="row" wide onClick={() => setExpanded(true)}>
            Show all {formatCount(running.length)}
          </Button>
        </div>
      )}
      {minutes.dialog}
    </Card>
  )
}

/** By name, so that no row moves under the pointer as the clocks run. */
function arrange(attempts: readonly Attempt[]) {
  return attempts
    .filter(isRunning)
    .toSorted((a, b) => buildSearchKey(a.studentName).localeCompare(buildSearchKey(b.studentName)))
}

function createColumns(onAdd: (attempt: Attempt) => void): readonly Column<Attempt>[] {
  return [
    {
      key: 'student',
      head: 'Student',
      as: 'title',
      cell: (attempt) => <StudentName attempt={attempt} />,
    },
    { key: 'left', head: 'Time left', cell: (attempt) => <TimeLeft attempt={attempt} /> },
    {
      key: 'started',
      head: 'Started At',
      cell: ({ startTime }) => <DateTime iso={startTime} />,
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (attempt) => (
        <span className={css.actions}>
          <Button
            size="row"
            aria-label={`Add time for ${toStudentLabel(attempt)}`}
            onClick={() => onAdd(attempt)}
          >
            Add time
          </Button>
          <IfCan call={getAnswers}>
            <ButtonLink
              size="row"
              to={getAnswerSheetLink(attempt)}
              aria-label={`What happened in the attempt of ${toStudentLabel(attempt)}`}
            >
              What happened
            </ButtonLink>
          </IfCan>
        </span>
      ),
    },
  ]
}
