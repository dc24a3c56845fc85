import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { renewSession } from '../../client/browser-session.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodesCard, UnsavedCodesGuard } from './recovery-codes-card.tsx'
import css from './second-factor.module.css'
import { TotpCard } from './totp-card.tsx'

export const meta = createTitleMeta('Second factor')

export default function SecondFactorScreen() {
  const { data, isError, refetch } = useEndpointQuery(getSecondFactor)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const handleChange = async (newCodes: readonly string[] | null) => {
    if (newCodes) setCodes(newCodes)
    await Promise.all([refetch(), renewSession().catch(() => null)])
  }
  return (
    <div className={css.page}>
      <PageHeading
        title="Second factor"
        lead="Something you have beside your password."
        crumbs={[{ to: pagePaths.adminSessions, name: 'Where you are logged in' }]}
      />
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Your second factor could not be loaded.
        </Notice>
      )}
      {data?.requirement === 'off' && (
        <Notice>This is a demo: a second factor cannot be set up here.</Notice>
      )}
      {data && <DueNotice {...data} />}
      {data && data.requirement !== 'off' && (
        <div className={css.columns}>
          <div className={css.column}>
            <TotpCard since={data.totpSince} onChange={handleChange} />
            {(codes || data.totpSince !== null || data.passkeys.length > 0) && (
              <RecoveryCodesCard
                left={data.recoveryCodesLeft}
                codes={codes}
                onCreate={handleChange}
                onStored={() => setCodes(null)}
              />
            )}
          </div>
          <div className={css.column}>
            <PasskeysCard
              passkeys={data.passkeys}
              isPossible={data.takesPasskeys}
              onChange={handleChange}
            />
            <section className={css.card}>
              <div className={css.body}>
                <h2>If you lose everything</h2>
                <p>
                  Another owner, under Staff, or the person who runs the server can reset your
                  second factor. You get an email when that happens, and all your sessions end.
                </p>
              </div>
            </section>
          </div>
        </div>
      )}
      <UnsavedCodesGuard isEnabled={codes !== null} onLeave={() => setCodes(null)} />
    </div>
  )
}

function DueNotice({ dueAt }: Pick<ReplyOf<typeof getSecondFactor>, 'dueAt'>) {
  if (dueAt === null) return null
  const isOver = Date.parse(dueAt) <= Date.now()
  return (
    <Notice tone="warn">
      {isOver
        ? 'This institute asks for a second factor. Set up an app or a passkey to go on.'
        : `This institute asks for a second factor. Set up an app or a passkey by ${formatDate(dueAt)}.`}
    </Notice>
  )
}
