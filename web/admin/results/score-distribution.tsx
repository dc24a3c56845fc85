import { bandMessages } from '#core/grading/grade.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { Card } from '../../ui/card.tsx'
import { countPerBand } from './score-bins.ts'
import css from './score-distribution.module.css'
import { ScoreHistogram } from './score-histogram.tsx'

/** The table below holds the same; drawn twice, so that its letters keep their size on a phone. */
export function ScoreDistribution({ percentages }: { percentages: readonly number[] }) {
  const label = describeDistribution(percentages)
  return (
    <Card padded className={css.card}>
      <div className={css.head}>
        <h2>Score distribution</h2>
        <span>Students per score band, in %</span>
      </div>
      <div className={css.wide}>
        <ScoreHistogram percentages={percentages} width={926} label={label} />
      </div>
      <div className={css.narrow}>
        <ScoreHistogram percentages={percentages} width={340} label={label} />
      </div>
    </Card>
  )
}

function describeDistribution(percentages: readonly number[]) {
  const { practising, good, excellent } = countPerBand(percentages)
  return [
    `Score distribution of ${pluralize(percentages.length, 'attempt')}:`,
    `${practising} below 60 percent (${bandMessages.practising}),`,
    `${good} from 60 to under 80 (${bandMessages.good}),`,
    `${excellent} at 80 or above (${bandMessages.excellent})`,
  ].join(' ')
}
