import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { generatePath, Link } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCount } from '#contract/format.ts'
import { toClosingMinute } from '#contract/institute-clock.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { getToday, TodayWindow } from '#contract/registers.ts'
import type { RegisterState } from '#core/registers/register.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyCell } from '../../../ui/empty-cell.tsx'
import { formatTimeNear } from '../../../ui/format-moment.ts'
import { formatTime } from '../../../ui/format-time.ts'
import css from './also-today.module.css'
import {
  countExpected,
  formatTimeLeft,
  getSection,
  nameAudienceAndRooms,
} from './describe-today.ts'
import { NotReleased } from './not-released.tsx'
import list from './today-list.module.css'

type AlsoTodayProps = {
  readonly windows: readonly TodayWindow[]
  readonly all: ReplyOf<typeof getToday>
  readonly now: number
}

/** The windows of today that are still to come or over. */
export function AlsoToday({ windows, all, now }: AlsoTodayProps) {
  if (windows.length === 0) return null
  const isAlone = windows.length === all.today.length
  return (
    <Card>
      <header className={list.head}>
        <h2>{isAlone ? 'Windows of today' : 'Also today'}</h2>
      </header>
      <ul className={list.rows}>
        {windows.map((window) => (
          <WindowOfToday key={window._id} window={window} now={now} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { readonly window: TodayWindow; readonly now: number }

function WindowOfToday({ window, now }: RowProps) {
  const { counts, released } = window
  const [opensAt, closesAt] = [Date.parse(window.opensAt), Date.parse(window.closesAt)]
  const isOver = getSection(window) === 'over'
  const register = generatePath(pagePaths.register, { id: window._id })
  const numbers: readonly (readonly [string, RegisterState | null, number | null])[] = [
    ['Expected', null, countExpected(window)],
    ['In the lobby', 'lobby', counts.lobby],
    ['Taking', 'taking', isOver ? counts.taking : null],
    ['Finished', 'finished', isOver ? counts.finished : null],
    ['Absent', 'absent', isOver ? counts.absent : null],
  ]
  return (
    <li data-over={isOver || undefined}>
      <div className={css.row}>
        <p className={css.times}>
          <b>{formatTimeNear(opensAt, now)}</b>{' '}
          <small>to {formatTimeNear(toClosingMinute(closesAt), opensAt)}</small>
        </p>
        <p className={css.title}>
          <Link className={list.link} to={register} dir="auto">
            {window.testTitle}
          </Link>
          <small dir="auto">
            {nameAudienceAndRooms({ ...window, expected: countExpected(window) })}
          </small>
        </p>
        <dl className={css.numbers}>
          {numbers.map(([name, state, count]) => (
            <div key={name} data-none={count === null || undefined}>
              <dt>{name}</dt>
              <dd>
                <Count to={state ? `${register}?state=${state}` : register}>
                  {count === null ? null : formatCount(count)}
                </Count>
              </dd>
            </div>
          ))}
        </dl>
        <p className={css.end}>
          {isOver ? (
            <Badge icon={<IconCheck aria-hidden="true" />}>Over</Badge>
          ) : (
            `in ${formatTimeLeft(opensAt - now)}`
          )}
        </p>
      </div>
      {!released && !isOver && <NotReleased window={window} now={now} />}
      <span className="visually-hidden">{isOver && `Closed at ${formatTime(closesAt)}`}</span>
    </li>
  )
}

/** A number that cannot be yet is a dash. */
function Count({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return children === null ? (
    <EmptyCell meaning="Not yet" />
  ) : (
    <Link className={list.link} to={to}>
      {children}
    </Link>
  )
}
