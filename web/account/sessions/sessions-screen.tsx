import { useNavigate } from 'react-router'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import {
  confirmSession,
  type EndedSession,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { useSession } from '../../client/browser-session.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDate, formatDateTime } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import css from './sessions.module.css'
import { EndedSessionsCard, SessionsCard } from './sessions-card.tsx'

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

/** Stays until it is answered, even after the session has ended. */
export function NewPlaceNotice({ session }: { session: OwnSession | EndedSession }) {
  const navigate = useNavigate()
  const confirm = useEndpointMutation(confirmSession, [listSessions])
  const end = useEndpointMutation(endOwnSession, [listSessions])
  const { _id: id, device, address, beganAt } = session
  const isThisSession = 'isThis' in session && session.isThis

  const handleNo = async () => {
    if (!isThisSession) await end.mutateAsync({ params: { id }, body: { disowned: true } })
    await navigate(pagePaths.changePassword)
  }
  const error = confirm.error ?? end.error
  return (
    <Notice tone="warn">
      <div className={css.question}>
        <p>
          <b>One login from a place we had not seen.</b> {device}, {address},{' '}
          {formatDateTime(beganAt)}. Was it you?
        </p>
        {error && <p>{error.message}</p>}
        <div className={layout.row}>
          <Button
            size="row"
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ params: { id } })}
          >
            Yes, it was me
          </Button>
          {!isThisSession && (
            <Button
              size="row"
              busy={end.isPending}
              onClick={() => handleNo().catch(() => undefined)}
            >
              No, end it and change password
            </Button>
          )}
        </div>
      </div>
    </Notice>
  )
}

type LoginMethodsProps = Pick<ReplyOf<typeof listSessions>, 'passwordChangedAt' | 'secondFactor'>

export function LoginMethodsCard({ passwordChangedAt, secondFactor }: LoginMethodsProps) {
  const facts = [
    ['Password', passwordChangedAt ? `Changed ${formatDate(passwordChangedAt)}` : 'Set earlier'],
    ...(secondFactor
      ? [
          ['Passkeys', String(secondFactor.passkeys)],
          ['App', secondFactor.totp ? 'On' : 'Off'],
          ['Recovery codes', `${secondFactor.recoveryCodesLeft} left`],
        ]
      : []),
  ]
  return (
    <section className={`${css.card} ${css.how}`}>
      <h2>How you log in</h2>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {secondFactor ? (
        <ButtonLink to={pagePaths.secondFactor} wide>
          Second factor
        </ButtonLink>
      ) : (
        <ButtonLink to={pagePaths.changePassword} wide>
          Change password
        </ButtonLink>
      )}
    </section>
  )
}
