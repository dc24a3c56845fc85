import { site } from '#site'
import { dial } from '../kit/phone-banner.tsx'
import css from './phone.module.css'

/** The institute's number in a sentence: never broken, and dialled by a touch. */
export function Phone() {
  return (
    <a href={dial(site.phone)} className={css.phone}>
      {site.phone}
    </a>
  )
}
