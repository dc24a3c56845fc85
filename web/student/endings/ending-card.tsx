import {
  IconClockPause,
  IconClockX,
  IconCloudCheck,
  IconCloudUp,
  IconInfoCircle,
  IconPhone,
  IconWifiOff,
} from '@tabler/icons-react'
import type { OwnAttempt } from '#contract/results.ts'
import { site } from '#site'
import { toTelHref } from '../../layout/phone-banner.tsx'
import { type Ending, type EndingLine, listEndingLines } from './describe-ending.ts'
import css from './ending-card.module.css'

const icons = {
  saved: IconCloudCheck,
  late: IconClockPause,
  unsent: IconCloudUp,
  declined: IconClockX,
  why: IconInfoCircle,
} as const satisfies Record<EndingLine['kind'], typeof IconPhone>

/**
 * Counted and late answers and the reason of the end: on the closing page, the panel and the list
 * of results.
 */
export function EndingCard({ ending }: { ending: Ending }) {
  return (
    <ul className={css.card}>
      {listEndingLines(ending).map(({ kind, title, text }) => {
        const isOffline = kind === 'why' && ending.offlineFrom !== null
        const Icon = isOffline ? IconWifiOff : icons[kind]
        return (
          <li key={kind} data-kind={kind}>
            <span className={css.icon}>
              <Icon size={24} stroke={1.75} aria-hidden="true" />
            </span>
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

export function AskOffice() {
  return (
    <a className={css.ask} href={toTelHref(site.phone)}>
      <IconPhone size={18} stroke={1.75} aria-hidden="true" />
      Ask the office: {site.phone}
    </a>
  )
}

/** As the server tells it; null for an attempt that was simply finished, or whose result is shown. */
export function toEnding({ finishReason, endTime, ending }: OwnAttempt): Ending | null {
  if (!ending || finishReason === null) return null
  const toMs = (instant: string | null) => (instant === null ? null : Date.parse(instant))
  return {
    finishReason,
    saved: ending.saved,
    late: ending.late,
    unsent: [],
    declined: [],
    endedAt: toMs(endTime),
    offlineFrom: toMs(ending.offlineFrom),
    lateAt: toMs(ending.lateAt),
  }
}
