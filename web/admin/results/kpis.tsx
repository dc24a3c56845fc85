import { formatPercentage } from '#contract/format.ts'
import { Card } from '../../ui/card.tsx'
import css from './kpis.module.css'
import { computeAverage, type ScoreStatistics } from './use-exam-attempts.ts'

export function Kpis({ attempts, running, percentages }: ScoreStatistics) {
  const entries = [
    ['Average', computeAverage(percentages)],
    ['Highest', percentages.length > 0 ? Math.max(...percentages) : null],
    ['Lowest', percentages.length > 0 ? Math.min(...percentages) : null],
  ] as const
  return (
    <Card className={css.kpis}>
      <div>
        <span>Attempts</span>
        <b>
          {attempts}
          {running > 0 && <small> {running} in progress</small>}
        </b>
      </div>
      {entries.map(([name, percentage]) => (
        <div key={name}>
          <span>{name}</span>
          <b>{percentage === null ? '—' : formatPercentage(percentage)}</b>
        </div>
      ))}
    </Card>
  )
}
