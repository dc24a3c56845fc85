import { useState } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { getSecondFactor } from '#contract/second-factor.ts'
import { formatDay } from '../kit/format.ts'
import { Notice } from '../kit/notice.tsx'
import { PageHeading } from '../kit/page-heading.tsx'
import { titled } from '../kit/title.ts'
import { useAsk } from '../query.ts'
import { renewSession } from '../session.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { RecoveryCodesCard } from './recovery-codes-card.tsx'
import css from './second-factor.module.css'
import { StoreCodesFirst } from './store-codes-first.tsx'
import { TotpCard } from './totp-card.tsx'

export const meta = titled('Second factor')

export default function SecondFactorScreen() {
  const { data, isError, refetch } = useAsk(getSecondFactor)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const handleChange = async (fresh: readonly string[] | null) => {
    if (fresh) setCodes(fresh)
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
      {data && <Due {...data} />}
      {data && data.requirement !== 'off' && (
        <div className={css.columns}>
          <div className={css.column}>
            <TotpCard since={data.totpSince} onChange={handleChange} />
            {(codes || data.totpSince !== null || data.passkeys.length > 0) && (
              <RecoveryCodesCard
                left={data.recoveryCodesLeft}
                codes={codes}
                onMade={handleChange}
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
                <h2>If all is lost</h2>
                <p>
                  The person who runs the server can reset your second factor there. You get a
                  letter when that happens, and every session of yours ends.
                </p>
              </div>
            </section>
          </div>
        </div>
      )}
      <StoreCodesFirst isOn={codes !== null} onLeave={() => setCodes(null)} />
    </div>
  )
}

function Due({ dueAt }: Pick<ReplyOf<typeof getSecondFactor>, 'dueAt'>) {
  if (dueAt === null) return null
  const isOver = Date.parse(dueAt) <= Date.now()
  return (
    <Notice tone="warn">
      {isOver
        ? 'This institute asks for a second factor. Set up an app or a passkey to go on.'
        : `This institute asks for a second factor. Set up an app or a passkey by ${formatDay(dueAt)}.`}
    </Notice>
  )
}
