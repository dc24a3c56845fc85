import { IconPhone } from '@tabler/icons-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { slogan } from '#institute/frame.ts'
import { site } from '#site'
import css from './phone-banner.module.css'

export function PhoneBanner() {
  return (
    <section className={css.banner} aria-label="Call us">
      <div className={css.page}>
        <a href={toTelHref(site.phone)}>
          <IconPhone size={16} stroke={1.75} aria-hidden="true" />
          {site.phone}
        </a>
        <Link to={pagePaths.course} className={css.words}>
          <span>{slogan}</span>
          <span>See the course</span>
        </Link>
      </div>
    </section>
  )
}

export function toTelHref(phone: string) {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
