import { IconMail, IconMapPin, IconPhone } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { toTelHref } from '../../layout/phone-banner.tsx'
import { pageTitleId } from '../../ui/page-title-id.ts'
import { EnquiryCard } from '../enquiry/enquiry-card.tsx'
import { EnquiryForm } from '../enquiry/enquiry-form.tsx'
import { EnquiryPlaceholder } from '../enquiry/enquiry-placeholder.tsx'
import page from '../page.module.css'
import { createPageMeta, organisation, toAbsoluteUrl } from '../page-meta.ts'
import css from './contact-screen.module.css'
import { VisitingChannels } from './visiting-channels.tsx'

export const meta = createPageMeta({
  path: pagePaths.contact,
  title: 'Contact Us',
  description: `Call ${site.product} on ${site.phone}, visit us, or send an enquiry. We answer questions on fees, timings and content.`,
  data: { '@type': 'ContactPage', url: toAbsoluteUrl(pagePaths.contact), mainEntity: organisation },
})

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

export default function ContactScreen() {
  return (
    <div className={`${page.page} ${css.columns}`}>
      <div>
        <h1 id={pageTitleId} className={page.pageTitle}>
          Contact Us
        </h1>
        <p className={`${page.lead} ${css.lead}`}>
          Ask us about fees, timings or content. We call or write back.
        </p>
        <dl className={css.channels}>
          <div>
            <dt>
              <IconPhone {...icon} /> Phone
            </dt>
            <dd>
              <a href={toTelHref(site.phone)}>{site.phone}</a>
            </dd>
          </div>
          <div>
            <dt>
              <IconMail {...icon} /> Email
            </dt>
            <dd>
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </dd>
          </div>
          <div>
            <dt>
              <IconMapPin {...icon} /> Address
            </dt>
            <dd>
              <address>
                {site.address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
            </dd>
          </div>
          {import.meta.env.HAS_VISITING && <VisitingChannels />}
        </dl>
        <p className={css.hint}>
          You are a student and have forgotten your password?{' '}
          <Link to={pagePaths.studentForgotPassword}>Have a new one sent to you</Link>.
        </p>
      </div>
      <EnquiryCard>
        <EnquiryFormOnceUsable />
      </EnquiryCard>
    </div>
  )
}

/** Before the page's script runs, a form that is sent would put what was typed into the address. */
function EnquiryFormOnceUsable() {
  const isUsable = useSyncExternalStore(neverChanges, returnTrue, returnFalse)
  return isUsable ? <EnquiryForm /> : <EnquiryPlaceholder />
}

const neverChanges = () => () => undefined
const returnTrue = () => true
const returnFalse = () => false
