import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'
import css from './notice.module.css'
import { asAlert, asStatus } from './status.tsx'

const icons = {
  info: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertCircle,
} as const

const liveProps = {
  info: asStatus,
  ok: { ...asStatus, 'aria-live': 'off' },
  warn: asStatus,
  danger: asAlert,
} as const

type NoticeProps = {
  readonly tone?: keyof typeof icons
  /** Offers "Try again" behind the sentence. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

/** Good news is the outcome of an act, and comes with the page or the form that follows it. */
export function Notice({ tone = 'info', onRetry, children }: NoticeProps) {
  const Icon = icons[tone]
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (tone === 'ok' && words.current) announce(words.current.innerText.replace(/\s+/g, ' '))
  }, [tone])
  return (
    <div className={css.notice} data-tone={tone} {...liveProps[tone]}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <div ref={words}>
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
