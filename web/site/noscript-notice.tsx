import css from './noscript-notice.module.css'
import { PhoneLink } from './phone-link.tsx'

/** Said to whoever reads without JavaScript. */
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
