import type { ReactNode } from 'react'
import css from './front-door.module.css'
import { PageShell } from './page-shell.tsx'
import { Stack } from './stack.tsx'

type FrontDoorProps = {
  readonly title: string
  /** Below the picture: what waits behind the door. */
  readonly promise?: string
  readonly children: ReactNode
}

/** Logins: the form on one half, the stack on the other; a phone has the form alone. */
export function FrontDoor({ title, promise, children }: FrontDoorProps) {
  return (
    <PageShell>
      <div className={css.door}>
        <div className={css.form}>
          <h1>{title}</h1>
          {children}
        </div>
        <div className={css.picture}>
          <div>
            <Stack />
            {promise && (
              <>
                <p className={css.saying}>Six layers. Six months.</p>
                <p className={css.promise}>{promise}</p>
              </>
            )}
          </div>
        </div>
      </div>
    </PageShell>
  )
}
