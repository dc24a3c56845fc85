import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getExamDay } from '#contract/exam-day.ts'
import { formatCount } from '#contract/format.ts'
import { incidentKindNames } from '#contract/incident-labels.ts'
import { countIncidents, type IncidentGroup, listIncidents } from '#contract/incidents.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { toStudentLabel } from '#core/students/namesakes.ts'
import { invalidateEndpoints, useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { ListTable } from '../lists/list-card.tsx'
import { defineList } from '../lists/list-description.ts'
import { useLocalList } from '../lists/use-list.ts'
import css from './incidents.module.css'
import { describePress, describePressed, listPresses, type Press } from './presses.ts'
import { RevertDecision } from './revert-decision.tsx'

const presses = defineList({
  endpoint: listIncidents,
  rowKey: ({ _id }) => _id,
  things: { one: 'decision', many: 'decisions' },
  caption: 'Decided today',
  paging: { as: 'whole' },
  empty: { title: 'Nothing was decided today', help: '' },
  failed: 'Today’s decisions could not be loaded.',
  skeletonRows: 3,
})

/** More are shown on demand. */
const initialRows = 5
const maxGroups = 500

type DecidedTodayProps = {
  readonly query: { readonly days: number; readonly testId?: string }
}

/** Today's decisions with their author and reason; nothing while there are none. */
export function DecidedToday({ query }: DecidedTodayProps) {
  const client = useQueryClient()
  const [isExpanded, setExpanded] = useState(false)
  const today = formatInstituteDay(getServerTime())
  const { data, isError, refetch } = useEndpointQuery(listIncidents, {
    query: { ...query, decidedOn: today, limit: maxGroups },
  })
  const decided = listPresses(data ?? [], (at) => formatInstituteDay(at) === today)
  const byId = new Map(decided.map((press) => [press.decisionId, press]))
  const rows = decided.flatMap(({ decisionId, groups: [first] }) =>
    first ? [{ ...first, _id: decisionId }] : [],
  )
  const list = useLocalList(presses, { query: { data: rows } })
  const handleReverted = () => {
    // The button is gone with its row.
    document.getElementById('main')?.focus({ preventScroll: true })
    void invalidateEndpoints(client, listIncidents, countIncidents, getExamDay)
  }
  if (isError) {
    return (
      <Notice tone="danger" onRetry={refetch}>
        Today’s decisions could not be loaded.
      </Notice>
    )
  }
  if (rows.length === 0) return null
  const shown = isExpanded ? list : { ...list, rows: list.rows.slice(0, initialRows) }
  return (
    <section className={css.section} aria-labelledby="decided-today">
      <h2 id="decided-today">Decided today</h2>
      <Card>
        <ListTable list={shown} columns={createColumns(byId, handleReverted)} />
      </Card>
      {rows.length > initialRows && !isExpanded && (
        <Button size="row" onClick={() => setExpanded(true)}>
          Show all {formatCount(rows.length)}
        </Button>
      )}
    </section>
  )
}

function createColumns(
  presses: ReadonlyMap<string, Press>,
  onReverted: () => void,
): readonly Column<IncidentGroup>[] {
  const groupsOf = ({ _id }: IncidentGroup) => presses.get(_id)?.groups ?? []
  const membersOf = (row: IncidentGroup) => groupsOf(row).flatMap(({ members }) => members)
  return [
    {
      key: 'incident',
      head: 'Incident',
      as: 'title',
      cell: (row) => {
        const groups = groupsOf(row)
        const tests = [...new Set(groups.map(({ testTitle }) => testTitle))].join(', ')
        const [only, ...others] = membersOf(row)
        if (only && others.length === 0)
          return (
            <>
              {toStudentLabel(only)}
              <small>
                {incidentKindNames[row.kind]}, {tests}
              </small>
            </>
          )
        return (
          <>
            {describePressed({ decisionId: row._id, groups })}
            <small>{tests}</small>
          </>
        )
      },
    },
    {
      key: 'outcome',
      head: 'Outcome',
      cell: (row) => describePress(membersOf(row).flatMap(({ decision }) => decision ?? [])),
    },
    { key: 'why', head: 'Why', cell: ({ members }) => members[0]?.decision?.why },
    {
      key: 'by',
      head: 'Who and when',
      cell: ({ members }) => {
        const { by, at } = members[0]?.decision ?? {}
        return (
          <span className={css.who}>
            {by ?? 'An erased account'}
            <small>{at && formatTime(Date.parse(at))}</small>
          </span>
        )
      },
    },
    {
      key: 'action',
      head: 'Action',
      as: 'actions',
      cell: (row) => {
        const decision = row.members[0]?.decision
        if (!decision) return null
        return (
          <RevertDecision
            decision={decision}
            shown={membersOf(row).length}
            of={describePressed({ decisionId: row._id, groups: groupsOf(row) })}
            onReverted={onReverted}
          />
        )
      },
    },
  ]
}
