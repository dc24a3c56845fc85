import { useState } from 'react'
import { createSearchParams, generatePath, Link } from 'react-router'
import type { IncidentGroup, IncidentMember } from '#contract/incidents.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { formatTimeWithSeconds } from '../../ui/format-time.ts'
import { PersonName } from '../lists/person-name.tsx'
import { type Decided, DecisionForm } from './decision-form.tsx'
import {
  describeDecision,
  describeGroup,
  describeLength,
  describeState,
} from './describe-incident.ts'

export type DecisionProps = {
  readonly group: IncidentGroup
  readonly onDecided: (decided: Decided) => void
  readonly onStale: () => void
}

type AttemptLinkProps = {
  readonly group: IncidentGroup
  readonly member: IncidentMember
  readonly children: string
}

/** To everything that is known of the attempt. */
export function AttemptLink({ group: { testId }, member, children }: AttemptLinkProps) {
  const { studentId, attemptId } = member
  const path = generatePath(pagePaths.studentAnswers, { testId, studentId })
  return <Link to={`${path}?${createSearchParams({ attempt: attemptId })}`}>{children}</Link>
}

/** The same list as the chart, as a table. */
export function OneByOne({ group, ...handlers }: DecisionProps) {
  const [isShown, setShown] = useState(false)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = group.members.find(({ _id }) => _id === chosenId)
  const close = () => setChosenId(null)
  return (
    <>
      <Button tone="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        Decide one by one
      </Button>
      {isShown && (
        <DataTable
          caption={describeGroup(group)}
          columns={createColumns(group, setChosenId)}
          rows={group.members}
          rowKey={({ _id }) => _id}
          rowName={toStudentLabel}
        />
      )}
      <Dialog
        opened={chosen !== undefined}
        onClose={close}
        title={chosen ? toStudentLabel(chosen) : ''}
      >
        {chosen && (
          <DecisionForm
            groupId={group._id}
            proposed={group.proposed}
            isOutage={group.kind === 'offline'}
            members={[chosen]}
            onStale={handlers.onStale}
            onDecided={(decided) => {
              close()
              handlers.onDecided(decided)
            }}
          />
        )}
      </Dialog>
    </>
  )
}

function createColumns(
  group: IncidentGroup,
  onChoose: (id: string) => void,
): readonly Column<IncidentMember>[] {
  return [
    {
      key: 'student',
      head: 'Student',
      as: 'title',
      cell: (member) => (
        <PersonName identifier={member.studentIdentifier}>
          <AttemptLink group={group} member={member}>
            {member.studentName}
          </AttemptLink>
        </PersonName>
      ),
    },
    {
      key: 'from',
      head: 'From',
      oneLine: true,
      cell: ({ at }) => formatTimeWithSeconds(Date.parse(at)),
    },
    {
      key: 'length',
      head: 'For',
      oneLine: true,
      cell: (member) => describeLength([member]) || <EmptyCell />,
    },
    { key: 'state', head: 'Now', cell: describeState },
    {
      key: 'decision',
      head: 'Decision',
      cell: (member) =>
        member.decision ? (
          [describeDecision(member.decision), member.decision.why].filter(Boolean).join(': ')
        ) : (
          <Button size="row" onClick={() => onChoose(member._id)}>
            Decide<span className="visually-hidden"> about {toStudentLabel(member)}</span>
          </Button>
        ),
    },
  ]
}
