import { useIsOnline } from '../../client/use-is-online.ts'
import { useSecondsLeft } from '../../client/use-seconds-left.ts'
import { type BannerState, getBannerMessage } from './banner-message.ts'
import css from './status-banner.module.css'

type StatusBannerProps = Pick<BannerState, 'session' | 'flashMessage'> & {
  readonly onRetry: () => void
}

const lowTimeSeconds = 300

/** At most one line, in a place of its own: it never moves the options. */
export function StatusBanner({ session, flashMessage, onRetry }: StatusBannerProps) {
  const isLow = useSecondsLeft(session.endsAt) <= lowTimeSeconds
  const isOnline = useIsOnline()
  const message = getBannerMessage({ session, flashMessage, isLow, isOnline })
  return (
    <div role="status" className={css.place}>
      {message && (
        <div className={css.banner} data-tone={message.tone}>
          <message.Icon size={20} stroke={1.75} aria-hidden="true" />
          <span>
            {message.title && <b>{message.title} </b>}
            {message.text}
            {message.canRetry && (
              <>
                {' '}
                <button type="button" onClick={onRetry}>
                  Try again
                </button>
              </>
            )}
          </span>
        </div>
      )}
    </div>
  )
}
