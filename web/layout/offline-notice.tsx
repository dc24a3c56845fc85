import { useIsOnline } from '../client/use-is-online.ts'
import { Notice } from '../ui/notice.tsx'
import css from './offline-notice.module.css'

/** Explains why a page shows nothing new while the device is offline. */
export function OfflineNotice() {
  const isOnline = useIsOnline()
  if (isOnline) return null
  return (
    <div className={css.place}>
      <Notice tone="warn">
        You are offline. What you see may be old; what is missing comes by itself when you are
        online again.
      </Notice>
    </div>
  )
}
