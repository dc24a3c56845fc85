import { bandMessages } from '#core/grading/grade.ts'
import { Card } from '../../ui/card.tsx'
import { counted } from '../counted.ts'
import { Bars } from './bars.tsx'
import css from './distribution.module.css'
import { bandCounts } from './score-bins.ts'

/** The table below holds the same; drawn twice, so that its letters keep their size on a phone. */
export function Distribution({ percentages }: { percentages: readonly number[] }) {
  const says = sentenceOf(percentages)
  return (
    <Card padded className={css.card}>
      <div className={css.head}>
        <h2>Score distribution</h2>
        <span>Students per score band, in %</span>
      </div>
      <div className={css.wide}>
        <Bars percentages={percentages} width={926} says={says} />
      </div>
      <div className={css.narrow}>
        <Bars percentages={percentages} width={340} says={says} />
      </div>
    </Card>
  )
}

function sentenceOf(percentages: readonly number[]) {
  const { practising, good, excellent } = bandCounts(percentages)
  return [
    `Score distribution of ${counted(percentages.length, 'attempt')}:`,
    `${practising} below 60 percent (${bandMessages.practising}),`,
    `${good} from 60 to under 80 (${bandMessages.good}),`,
    `${excellent} at 80 or above (${bandMessages.excellent})`,
  ].join(' ')
}
