import { IconCircleCheck, IconCircleDashedCheck, IconRefresh } from '@tabler/icons-react'
import { formatPercentage } from '#contract/format.ts'
import { getScoreBand, type ScoreBand } from '#core/grading/grade.ts'
import { Badge } from '../ui/badge.tsx'

export const bandStyles = {
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
