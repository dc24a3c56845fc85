import css from './needs-script.module.css'
import { Phone } from './phone.tsx'

/** Said to whoever reads without JavaScript. */
export function NeedsScript() {
  return (
    <noscript>
      <p className={css.notice}>
        This form needs JavaScript, which is switched off in your browser. Switch it on, or call us
        on <Phone />.
      </p>
    </noscript>
  )
}
