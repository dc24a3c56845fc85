import {
  IconAlertTriangle,
  IconCheck,
  IconCircleCheck,
  IconClock,
  IconPlayerPlay,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import type { Batch } from '#contract/batches.ts'
import { formatInstituteDay } from '#contract/institute-clock.ts'
import { readServerTime } from '../../client/server-clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { type BatchSign, describeBatchState } from './describe-batch.ts'

type Look = {
  readonly tone: NonNullable<ComponentProps<typeof Badge>['tone']>
  readonly Icon: typeof IconClock
}

const looks: Readonly<Record<BatchSign, Look>> = {
  coming: { tone: 'primary', Icon: IconClock },
  running: { tone: 'ok', Icon: IconPlayerPlay },
  full: { tone: 'ok', Icon: IconCircleCheck },
  'over-seats': { tone: 'warn', Icon: IconAlertTriangle },
  ending: { tone: 'warn', Icon: IconAlertTriangle },
  over: { tone: 'neutral', Icon: IconCheck },
}

export function BatchBadge({ batch }: { batch: Batch }) {
  const { sign, text } = describeBatchState(batch, formatInstituteDay(readServerTime()))
  const { tone, Icon } = looks[sign]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {text}
    </Badge>
  )
}
