import { formatCount, formatPercentage } from '#contract/format.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyCell } from '../../ui/empty-cell.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import css from './kpis.module.css'
import type { ScoreStatistics } from './use-exam-attempts.ts'

export function Kpis({ attempts, running, average, percentages }: ScoreStatistics) {
  const entries = [
    ['Average', average],
    [
      'Highest',
      percentages.length > 0 ? percentages.reduce((one, other) => Math.max(one, other)) : null,
    ],
    [
      'Lowest',
      percentages.length > 0 ? percentages.reduce((one, other) => Math.min(one, other)) : null,
    ],
  ] as const
  return (
    <Card className={css.kpis}>
      <div>
        <span>Attempts</span>
        <b>
          {formatCount(attempts)}
          {running > 0 && <small> {formatCount(running)} in progress</small>}
        </b>
      </div>
      {entries.map(([name, percentage]) => (
        <div key={name}>
          <span>{name}</span>
          <b>{percentage === null ? <EmptyCell /> : formatPercentage(percentage)}</b>
        </div>
      ))}
    </Card>
  )
}

/** Holds the places of the figures, the distribution and the list while they load. */
export function ResultsSkeleton() {
  return (
    <div className={css.waiting} aria-busy="true">
      <Card padded>
        <Skeleton width="60%" height="50px" />
      </Card>
      <Card padded>
        <Skeleton width="180px" height="20px" />
        <Skeleton height="230px" />
      </Card>
      <Card padded>
        <Skeleton height="300px" />
      </Card>
    </div>
  )
}
