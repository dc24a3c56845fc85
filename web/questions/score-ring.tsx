import { formatPercentage } from '#contract/format.ts'
import { getScoreBand } from '#core/grading/grade.ts'
import { bandStyles } from './score-badge.tsx'
import css from './score-ring.module.css'

export function ScoreRing({ percentage }: { percentage: number }) {
  const circle = { cx: 74, cy: 74, r: 67.5, fill: 'none', strokeWidth: 13, pathLength: 100 }
  return (
    <div className={css.ring} data-tone={bandStyles[getScoreBand(percentage)].tone}>
      <svg viewBox="0 0 148 148" aria-hidden="true">
        <circle {...circle} strokeOpacity={0.18} />
        {percentage > 0 && (
          <circle
            {...circle}
            strokeLinecap={percentage < 100 ? 'round' : 'butt'}
            strokeDasharray={`${percentage} 100`}
            transform="rotate(-90 74 74)"
          />
        )}
      </svg>
      <b>{formatPercentage(percentage)}</b>
    </div>
  )
}
