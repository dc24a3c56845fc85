import { site } from '#site'
import { toTelHref } from '../layout/phone-banner.tsx'
import css from './phone-link.module.css'

/** The institute's number within a sentence: kept on one line, and dialled by a tap. */
export function PhoneLink() {
  return (
    <a href={toTelHref(site.phone)} className={css.phone}>
      {site.phone}
    </a>
  )
}

/** For visitors without JavaScript. */
export function NoscriptNotice() {
  return (
    <noscript>
      <p className={css.notice}>
        This form needs JavaScript, which is switched off in your browser. Switch it on, or call us
        on <PhoneLink />.
      </p>
    </noscript>
  )
}
