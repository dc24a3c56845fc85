import {
  IconAlertTriangle,
  IconCheck,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { ReplyOf } from '#contract/endpoint.ts'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { describeEnd, describeSession } from './describe-session.ts'
import css from './sessions.module.css'

type SessionsCardProps = { readonly sessions: readonly OwnSession[]; readonly now: number }

/** The open sessions; each but the current one can be ended. */
export function SessionsCard({ sessions, now }: SessionsCardProps) {
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

type EndedSessionsCardProps = {
  readonly sessions: ReplyOf<typeof listSessions>['ended']
  readonly now: number
}

export function EndedSessionsCard({ sessions, now }: EndedSessionsCardProps) {
  return (
    <section className={css.card}>
      <h2>Lately ended</h2>
      <ul className={css.list}>
        {sessions.map((session) => (
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
