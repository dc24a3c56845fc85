import { IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { generatePath, Link } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { formatCount, pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import type { getToday } from '#contract/registers.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatTimeNear } from '../../../ui/format-moment.ts'
import css from './coming-week.module.css'
import { nameAudienceAndRooms } from './describe-today.ts'
import list from './today-list.module.css'

const firstRows = 10

type ComingWeekProps = {
  readonly windows: ReplyOf<typeof getToday>['week']
  readonly now: number
}

/** Single lines, in the order in which they open. */
export function ComingWeek({ windows, now }: ComingWeekProps) {
  const [isWhole, setWhole] = useState(false)
  if (windows.length === 0) return null
  const shown = isWhole ? windows : windows.slice(0, firstRows)
  const others = windows.length - shown.length
  return (
    <Card className={css.week}>
      <header className={list.head}>
        <h2>The next 7 days</h2>
        <span>{pluralize(windows.length, 'window')}</span>
      </header>
      <ul className={list.rows}>
        {shown.map((window) => (
          <li key={window._id} className={css.line}>
            <span>{formatTimeNear(Date.parse(window.opensAt), now)}</span>
            <Link
              className={list.link}
              to={generatePath(pagePaths.register, { id: window._id })}
              dir="auto"
            >
              {window.testTitle}
            </Link>
            <small dir="auto">{nameAudienceAndRooms(window)}</small>
            <span className={css.expected}>
              {window.expected !== null && `${formatCount(window.expected)} expected`}
            </span>
            <span className={css.badge}>
              {!window.released && (
                <Badge tone="warn" icon={<IconEyeOff aria-hidden="true" />}>
                  Not released
                </Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className={css.more}>
          <Button size="row" tone="quiet" onClick={() => setWhole(true)}>
            Show {formatCount(others)} more
          </Button>
        </p>
      )}
    </Card>
  )
}
