import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from './announcer.tsx'
import css from './notice.module.css'
import { asAlert, asPolite } from './status.tsx'

const icons = {
  info: IconInfoCircle,
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertCircle,
} as const

const liveProps = { info: asPolite, ok: asPolite, warn: asPolite, danger: asAlert } as const
/** Its words are announced. */
const silent = { 'aria-live': 'off' } as const

type NoticeProps = {
  readonly tone?: keyof typeof icons
  /** Tells how an act ended, as good news does: it is announced. */
  readonly isOutcome?: boolean
  /** Offers "Try again" behind the sentence. */
  readonly onRetry?: () => void
  readonly children: ReactNode
}

export function Notice({ tone = 'info', isOutcome = tone === 'ok', ...rest }: NoticeProps) {
  const { onRetry, children } = rest
  const Icon = icons[tone]
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOutcome && words.current) announce(words.current.innerText.replace(/\s+/g, ' '))
  }, [isOutcome])
  return (
    <div className={css.notice} data-tone={tone} {...liveProps[tone]} {...(isOutcome && silent)}>
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
