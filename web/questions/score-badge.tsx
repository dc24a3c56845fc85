import { IconCircleCheck, IconCircleDashedCheck, IconRefresh } from '@tabler/icons-react'
import { formatPercentage } from '#contract/format.ts'
import { getScoreBand, type ScoreBand } from '#core/grading/percentage.ts'
import { Badge } from '../ui/badge.tsx'
import css from './score-badge.module.css'

const bandStyles = {
  excellent: { tone: 'ok', Icon: IconCircleCheck },
  good: { tone: 'warn', Icon: IconCircleDashedCheck },
  practising: { tone: 'bad', Icon: IconRefresh },
} as const satisfies Record<ScoreBand, unknown>

/** The band follows from the unrounded percentage; only the number shown is rounded. */
export function ScoreBadge({ percentage }: { percentage: number }) {
  const { tone, Icon } = bandStyles[getScoreBand(percentage)]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {formatPercentage(percentage)}
    </Badge>
  )
}

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
