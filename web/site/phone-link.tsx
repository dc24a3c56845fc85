import { site } from '#site'
import { toTelHref } from '../layout/phone-banner.tsx'
import css from './phone-link.module.css'

/** The institute's number in a sentence: never broken, and dialled by a touch. */
export function PhoneLink() {
  return (
    <a href={toTelHref(site.phone)} className={css.phone}>
      {site.phone}
    </a>
  )
}
