import type { ReactNode } from 'react'
import { StackIllustration } from '../illustrations/stack-illustration.tsx'
import css from './auth-layout.module.css'
import { PageShell } from './page-shell.tsx'

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
          <h1>{title}</h1>
          {children}
        </div>
        <div className={css.picture}>
          <div>
            <StackIllustration />
            {tagline && (
              <>
                <p className={css.slogan}>Six layers. Six months.</p>
                <p className={css.tagline}>{tagline}</p>
              </>
            )}
          </div>
        </div>
      </div>
    </PageShell>
  )
}
