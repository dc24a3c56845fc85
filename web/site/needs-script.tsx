import { site } from '#site'
import { dial } from '../kit/phone-banner.tsx'
import css from './needs-script.module.css'

/** Said to whoever reads without JavaScript. */
export function NeedsScript() {
  return (
    <noscript>
      <p className={css.notice}>
        This form needs JavaScript, which is switched off in your browser. Switch it on, or call us
        on <a href={dial(site.phone)}>{site.phone}</a>.
      </p>
    </noscript>
  )
}
