import { formatPercentage } from '#contract/format.ts'
import { Card } from '../../ui/card.tsx'
import css from './kpis.module.css'
import { averageOf, type Figures } from './use-attempts.ts'

export function Kpis({ attempts, running, percentages }: Figures) {
  const figures = [
    ['Average', averageOf(percentages)],
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
      {figures.map(([name, percentage]) => (
        <div key={name}>
          <span>{name}</span>
          <b>{percentage === null ? '—' : formatPercentage(percentage)}</b>
        </div>
      ))}
    </Card>
  )
}
