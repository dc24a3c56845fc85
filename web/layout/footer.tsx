import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandLinkedin,
  IconBrandYoutube,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { footerCourses } from '#institute/frame.ts'
import { site } from '#site'
import css from './footer.module.css'
import { Logo } from './logo.tsx'
import { toTelHref } from './phone-banner.tsx'

const moreLinks = [
  { to: pagePaths.about, name: 'About Us' },
  { to: pagePaths.contact, name: 'Contact Us' },
  { to: pagePaths.terms, name: 'Terms & Condition' },
  { to: pagePaths.privacyPolicy, name: 'Privacy Policy' },
] as const

const networks = [
  { name: 'Facebook', href: site.social.facebook, Icon: IconBrandFacebook },
  { name: 'Instagram', href: site.social.instagram, Icon: IconBrandInstagram },
  { name: 'LinkedIn', href: site.social.linkedin, Icon: IconBrandLinkedin },
  { name: 'YouTube', href: site.social.youtube, Icon: IconBrandYoutube },
] as const

export function Footer() {
  return (
    <footer className={css.footer}>
      <div className={css.page}>
        <div className={css.columns}>
          <div>
            <Link to={pagePaths.home} className={css.logo} aria-label={`${site.product}, home`}>
              <Logo />
            </Link>
            <address>
              {site.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <a href={toTelHref(site.phone)}>{site.phone}</a>
            </address>
          </div>
          <section>
            <h2>Courses</h2>
            <ul>
              {footerCourses.map(({ name, id }) => (
                <li key={id}>
                  <Link to={`${pagePaths.course}#${id}`}>{name}</Link>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2>More</h2>
            <ul>
              {moreLinks.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to}>{name}</Link>
                </li>
              ))}
              {import.meta.env.HAS_PARENTS_PAGE && (
                <li>
                  <Link to={pagePaths.parents}>For parents</Link>
                </li>
              )}
            </ul>
          </section>
          <section>
            <h2>Follow</h2>
            <div className={css.networks}>
              {networks.map(({ name, href, Icon }) => (
                // Without an address the icon is still drawn, but is neither a link nor focusable.
                <a key={name} href={href || undefined} aria-label={href ? name : undefined}>
                  <Icon size={20} stroke={1.75} aria-hidden="true" />
                </a>
              ))}
            </div>
          </section>
        </div>
        <p className={css.end}>Copyright © 2024 | All Rights Reserved</p>
      </div>
    </footer>
  )
}
