import type { ReactNode } from 'react'
import { slogan } from '#institute/logins.ts'
import { site } from '#site'
import { StackIllustration } from '../illustrations/stack-illustration.tsx'
import { pageTitleId } from '../ui/page-title-id.ts'
import css from './auth-layout.module.css'
import { PageShell } from './page-shell.tsx'
import { toTelHref } from './phone-banner.tsx'

type AuthLayoutProps = {
  readonly title: string
  /** Shown below the picture: what the login opens. */
  readonly tagline?: string
  readonly children: ReactNode
}

/** The frame of the login pages: form and illustration side by side; on a phone the form alone. */
export function AuthLayout({ title, tagline, children }: AuthLayoutProps) {
  return (
    <PageShell>
      <div className={css.layout}>
        <div className={css.form}>
          <h1 id={pageTitleId}>{title}</h1>
          {children}
        </div>
        <div className={css.picture}>
          <div>
            <StackIllustration />
            {tagline && (
              <>
                <p className={css.slogan}>{slogan}</p>
                <p className={css.tagline}>{tagline}</p>
              </>
            )}
          </div>
        </div>
      </div>
    </PageShell>
  )
}

/** Fills the built page: the form comes once it is known who is logged in. */
export function AuthPlaceholder(props: Omit<AuthLayoutProps, 'children'>) {
  return (
    <AuthLayout {...props}>
      <noscript>
        <p>
          This page needs JavaScript, which is switched off in your browser. Switch it on, or call
          us on <a href={toTelHref(site.phone)}>{site.phone}</a>.
        </p>
      </noscript>
    </AuthLayout>
  )
}
