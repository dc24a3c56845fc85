import {
  IconAlertTriangle,
  IconCheck,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pagePaths } from '#contract/page-paths.ts'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { sessionLimits } from '#core/accounts/session.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { useSession } from '../../client/session.ts'
import { createTitleMeta } from '../../layout/page-title.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeEnd, describeSession } from './describe-session.ts'
import { NewPlaceNotice } from './new-place-notice.tsx'
import css from './sessions.module.css'

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
            {data.ended.length > 0 && (
              <section className={css.card}>
                <h2>Lately ended</h2>
                <ul className={css.list}>
                  {data.ended.map((session) => (
                    <li key={session._id}>
                      <DeviceIcon kind={session.deviceKind} />
                      <div>
                        <p className={css.device}>{session.device}</p>
                        <p className={css.hint}>{describeEnd(session, now)}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              </section>
            )}
          </div>
          <LoginMethodsCard {...data} />
        </div>
      )}
    </div>
  )
}

function SessionsCard({ sessions, now }: { sessions: readonly OwnSession[]; now: number }) {
  const end = useEndpointMutation(endOwnSession, [listSessions])
  const endOthers = useEndpointMutation(endOtherSessions, [listSessions])
  const others = sessions.filter(({ isThis }) => !isThis).length
  const error = end.error ?? endOthers.error
  return (
    <section className={css.card}>
      <h2>
        {sessions.length} {sessions.length === 1 ? 'session' : 'sessions'}
      </h2>
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session._id}>
            <DeviceIcon kind={session.deviceKind} />
            <div>
              <p className={css.device}>
                {session.device}
                {session.isThis && (
                  <Badge tone="ok" icon={<IconCheck size={16} stroke={2} aria-hidden="true" />}>
                    This one
                  </Badge>
                )}
                {session.isNewPlace && (
                  <Badge
                    tone="warn"
                    icon={<IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />}
                  >
                    New place
                  </Badge>
                )}
              </p>
              <p className={css.hint}>{describeSession(session, now)}</p>
            </div>
            {session.isThis ? (
              <span className={css.hint}>Logout ends it</span>
            ) : (
              <Button
                size="row"
                busy={end.isPending && end.variables?.params.id === session._id}
                onClick={() =>
                  end.mutate(
                    { params: { id: session._id }, body: {} },
                    { onSuccess: ({ message }) => showToast(message) },
                  )
                }
              >
                End
                <span className="visually-hidden"> the session on {session.device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {error && <Notice tone="danger">{error.message}</Notice>}
      {others > 0 && (
        <div className={css.foot}>
          <p className={css.hint}>
            Ending a session logs that browser out at its next click. A draft that is not saved
            there is lost.
          </p>
          <Button
            busy={endOthers.isPending}
            onClick={() => endOthers.mutate({}, { onSuccess: ({ message }) => showToast(message) })}
          >
            End all others ({others})
          </Button>
        </div>
      )}
    </section>
  )
}

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  unknown: IconWorldQuestion,
} as const

function DeviceIcon({ kind }: { kind: OwnSession['deviceKind'] }) {
  const Icon = icons[kind]
  return (
    <span className={css.icon}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
    </span>
  )
}

type LoginMethodsProps = Pick<ReplyOf<typeof listSessions>, 'passwordChangedAt' | 'secondFactor'>

function LoginMethodsCard({ passwordChangedAt, secondFactor }: LoginMethodsProps) {
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
