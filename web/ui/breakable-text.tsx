import css from './breakable-text.module.css'
import { formatDate, formatTime } from './format-time.ts'

/** "21 Nov 2026, 10:02 am", broken between the day and the time, if anywhere. */
export function DateTime({ iso }: { readonly iso: string }) {
  return (
    <span>
      <span className={css.whole}>{formatDate(iso)},</span>{' '}
      <span className={css.whole}>{formatTime(Date.parse(iso))}</span>
    </span>
  )
}

/** "21 Nov 2026", never broken. */
export function Day({ iso }: { readonly iso: string }) {
  return <span className={css.whole}>{formatDate(iso)}</span>
}

/** An email address, or words that end in one: broken before its "@", if anywhere. */
export function EmailAddress({ address }: { readonly address: string }) {
  const at = address.lastIndexOf('@')
  if (at < 0) return address
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  )
}
