import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import css from './notice.module.css'

const icons = {
  info: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertCircle,
} as const

type NoticeProps = {
  readonly tone?: keyof typeof icons
  /** Offers "Try again" behind the sentence. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

export function Notice({ tone = 'info', onRetry, children }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div>
        {children}
        {onRetry && (
          <>
            {' '}
            <button type="button" className={css.retry} onClick={onRetry}>
              Try again
            </button>
          </>
        )}
      </div>
    </div>
  )
}
