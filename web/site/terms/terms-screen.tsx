import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { site } from '#site'
import { pageTitleId } from '../../ui/page-title-id.ts'
import article from '../article.module.css'
import { createPageMeta } from '../page-meta.ts'
import { PhoneLink } from '../phone-link.tsx'
import { TermsText, termCount } from './terms-text.tsx'

export const meta = createPageMeta({
  path: pagePaths.terms,
  title: 'Terms & Condition',
  description: `The ${termCount} that everyone accepts who registers at ${site.product}.`,
})

export default function TermsScreen() {
  return (
    <article className={article.article}>
      <h1 id={pageTitleId}>Terms &amp; Condition</h1>
      <div>
        <TermsText />
      </div>
      <h2>How you accept them</h2>
      <p>
        At the end of the <Link to={pagePaths.registration}>registration form</Link>, with the
        switch or the button “I Agree”. We keep the date and the version you accepted, which is
        currently {site.termsVersion}.
      </p>
      <h2>Before you do</h2>
      <p>
        Is something unclear? Call us on <PhoneLink /> or{' '}
        <Link to={pagePaths.contact}>send an enquiry</Link> first. What we keep about you is
        described in the <Link to={pagePaths.privacyPolicy}>privacy policy</Link>.
      </p>
    </article>
  )
}
