import { IconCloudUp, IconDots, IconFlag } from '@tabler/icons-react'
import { memo } from 'react'
import { createSearchParams, generatePath, Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { getAnswers } from '#contract/results.ts'
import { formatSeat } from '#contract/seat-words.ts'
import { getSecondsLeft } from '#core/attempts/deadline.ts'
import { toPersonLabel } from '#core/students/namesakes.ts'
import { useCan } from '../../client/use-can.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { formatClock } from '../../ui/countdown-timer.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { PersonName } from '../lists/person-name.tsx'
import css from './live-cells.module.css'
import type { LiveStudent } from './live-feed.ts'
import tableCss from './live-rows.module.css'
import { StateCell } from './state-words.tsx'
import { Ticking } from './ticking.tsx'

export type RowActions = {
  readonly toggle: (studentId: string, isRange: boolean) => void
  readonly act: (studentId: string) => void
}

type LiveRowProps = {
  readonly testId: string
  readonly row: LiveStudent
  readonly isSelected: boolean
  readonly canAct: boolean
  /** The same object for as long as the table is there. */
  readonly actions: RowActions
}

/** Drawn again only when its student's row has changed; times count by themselves. */
export const LiveRow = memo(function LiveRow(props: LiveRowProps) {
  const { row, isSelected, canAct, actions } = props
  const { studentId } = row
  const label = toPersonLabel(row)
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: blocks would lose them
    <tr role="row" aria-selected={canAct ? isSelected : undefined} data-student={studentId}>
      {canAct && (
        <td role="cell" className={tableCss.select}>
          <Checkbox
            bare
            checked={isSelected}
            data-column="select"
            onChange={({ nativeEvent }) =>
              actions.toggle(studentId, (nativeEvent as MouseEvent).shiftKey)
            }
          >
            Select {label}
          </Checkbox>
        </td>
      )}
      <td role="cell" className={tableCss.student} dir="auto">
        <Student {...props} />
      </td>
      <td role="cell" className={tableCss.state}>
        <StateCell row={row} />
      </td>
      <td role="cell" className={tableCss.answered}>
        <Answered row={row} />
      </td>
      <td role="cell" className={tableCss.left}>
        <TimeLeft row={row} />
      </td>
      <td role="cell" className={tableCss.incidents} data-none={row.incidents === 0 || undefined}>
        <Incidents {...props} />
      </td>
      {canAct && (
        <td role="cell" className={tableCss.act}>
          {row.attemptId !== null && (
            <IconButton
              name={`Act on ${label}`}
              aria-haspopup="dialog"
              data-column="act"
              onClick={() => actions.act(studentId)}
            >
              <IconDots size={20} stroke={1.75} aria-hidden="true" />
            </IconButton>
          )}
        </td>
      )}
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: end of the row
  )
})

function getSheetLink({ testId, row: { studentId, attemptId } }: LiveRowProps) {
  const pathname = generatePath(pagePaths.studentAnswers, { testId, studentId })
  return { pathname, search: createSearchParams({ attempt: attemptId ?? '' }).toString() }
}

function Student(props: LiveRowProps) {
  const { name, identifier, seat, attemptId, openMessages } = props.row
  const canOpen = useCan(getAnswers) && attemptId !== null
  return (
    <span className={css.name}>
      <Avatar name={name} />
      <span>
        <PersonName identifier={identifier}>
          {canOpen ? (
            <Link to={getSheetLink(props)} data-column="student">
              {name}
            </Link>
          ) : (
            name
          )}
        </PersonName>
        {seat && <small dir="auto">{formatSeat(seat)}</small>}
        {openMessages > 0 && (
          <small>
            {openMessages === 1 ? '1 message' : `${openMessages} messages`} not dismissed yet
          </small>
        )}
      </span>
    </span>
  )
}

function Answered({ row: { answered, totalQuestions, waiting, attemptId } }: { row: LiveStudent }) {
  if (attemptId === null) return <span className={css.none}>None</span>
  const share = totalQuestions > 0 ? answered / totalQuestions : 0
  return (
    <>
      <span className={css.answered}>
        <b>
          {answered} of {totalQuestions}
        </b>
        <span className={css.bar} aria-hidden="true">
          <i style={{ transform: `scaleX(${share})` }} />
        </span>
      </span>
      {waiting > 0 && (
        <span className={css.waiting}>
          <IconCloudUp size={16} stroke={2} aria-hidden="true" />
          {waiting} {waiting === 1 ? 'waits' : 'wait'} on the device
        </span>
      )}
    </>
  )
}

const lowSeconds = 300

function TimeLeft({ row: { endsAt, state, standsAtSeconds } }: { row: LiveStudent }) {
  if (standsAtSeconds !== undefined)
    return (
      <span className={css.left}>
        {formatClock(standsAtSeconds)}
        <small>stands still</small>
      </span>
    )
  if (endsAt === null || state === 'finished') return <span className={css.none}>None</span>
  const endMs = Date.parse(endsAt)
  return (
    <span className={css.left}>
      <Ticking
        of={endsAt}
        format={(now) => formatClock(getSecondsLeft(endMs, now))}
        onTick={(element, now) => {
          element.toggleAttribute('data-low', getSecondsLeft(endMs, now) <= lowSeconds)
        }}
      />
    </span>
  )
}

function Incidents(props: LiveRowProps) {
  const { incidents } = props.row
  const canOpen = useCan(getAnswers)
  if (incidents === 0) return <span className={css.none}>0</span>
  const count = (
    <>
      <IconFlag size={16} stroke={1.75} aria-hidden="true" />
      {incidents} <span className={css.word}>{incidents === 1 ? 'incident' : 'incidents'}</span>
    </>
  )
  if (!canOpen) return <span className={css.incidents}>{count}</span>
  return (
    <Link
      to={getSheetLink(props)}
      className={css.incidents}
      data-column="incidents"
      aria-label={`${incidents === 1 ? '1 incident' : `${incidents} incidents`} of ${toPersonLabel(props.row)}`}
    >
      {count}
    </Link>
  )
}
