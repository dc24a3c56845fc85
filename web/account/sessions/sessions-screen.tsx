import { listSessions } from '#contract/sessions.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { useSession } from '../../client/session.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EndedSessionsCard } from './ended-sessions-card.tsx'
import { LoginMethodsCard } from './login-methods-card.tsx'
import { NewPlaceNotice } from './new-place-notice.tsx'
import css from './sessions.module.css'
import { SessionsCard } from './sessions-card.tsx'

export const meta = createTitleMeta('Where you are logged in')

const hourMs = 60 * 60_000
const leadByRole = {
  admin: `A session ends by itself after ${sessionLimits.admin.idleMs / 60_000} minutes without use, and after ${sessionLimits.admin.maxAgeMs / hourMs} hours at most.`,
  student: `A session ends by itself after ${sessionLimits.student.idleMs / hourMs} hours without use, and after ${sessionLimits.student.maxAgeMs / hourMs / 24} days at most, but never during a test.`,
} as const

export default function SessionsScreen() {
  const role = useSession()?.role ?? 'student'
  const { data, isError, refetch } = useEndpointQuery(listSessions)
  const now = Date.now()
  return (
    <div className={css.page}>
      <PageHeading title="Where you are logged in" lead={leadByRole[role]} />
      {isError && (
        <Notice tone="danger" onRetry={refetch}>
          Your sessions could not be loaded.
        </Notice>
      )}
      {data && (
        <div className={css.columns}>
          <div className={css.column}>
            {[...data.sessions, ...data.ended]
              .filter(({ isNewPlace }) => isNewPlace)
              .map((session) => (
                <NewPlaceNotice key={session._id} session={session} />
              ))}
            <SessionsCard sessions={data.sessions} now={now} />
            {data.ended.length > 0 && <EndedSessionsCard sessions={data.ended} now={now} />}
          </div>
          <LoginMethodsCard {...data} />
        </div>
      )}
    </div>
  )
}
