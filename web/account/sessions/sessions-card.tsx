import {
  IconAlertTriangle,
  IconCheck,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconWorldQuestion,
} from '@tabler/icons-react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { isSameInstituteDay } from '#contract/institute-clock.ts'
import {
  type EndedSession,
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatInstant, formatTime } from '../../ui/format-time.ts'
import layout from '../../ui/layout.module.css'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
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
              <p className={layout.hint}>{describeSession(session, now)}</p>
            </div>
            {session.isThis ? (
              <span className={layout.hint}>Logout ends it</span>
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
          <p className={layout.hint}>
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
      <h2>Recently ended</h2>
      <ul className={css.list}>
        {sessions.map((session) => (
          <li key={session._id}>
            <DeviceIcon kind={session.deviceKind} />
            <div>
              <p className={css.device}>{session.device}</p>
              <p className={layout.hint}>{describeEnd(session, now)}</p>
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

const methods: Readonly<Record<OwnSession['method'], string>> = {
  password: 'password',
  'one-time-password': 'a one-time password',
  totp: 'password and app',
  passkey: 'password and passkey',
  'recovery-code': 'password and recovery code',
}

const reasons: Readonly<Record<EndedSession['endReason'], string>> = {
  logout: 'by Logout',
  idle: 'after a time without use',
  age: 'after the longest time a session may last',
  ended: 'ended from another session',
  replaced: 'by another login in the same browser',
  'password-changed': 'by a change of password',
  'no-cookie': 'as its browser kept no cookie',
  reset: 'by the institute',
}

/** "9:12 am" today, else "20 Nov 2026, 11:48 pm". */
function describeTime(iso: string, now: number): string {
  const at = Date.parse(iso)
  return isSameInstituteDay(at, now) ? formatTime(at) : formatInstant(at)
}

export function describeSession(session: OwnSession, now: number): string {
  const { address, beganAt, method, usedAt, isThis } = session
  const usedTime = isThis ? 'now' : describeTime(usedAt, now)
  return `${address || 'Unknown network'}. Began ${describeTime(beganAt, now)} with ${methods[method]}, used ${usedTime}`
}

export function describeEnd({ beganAt, endedAt, endReason }: EndedSession, now: number): string {
  const isSameDay = isSameInstituteDay(Date.parse(beganAt), Date.parse(endedAt))
  const endTime = isSameDay ? formatTime(Date.parse(endedAt)) : describeTime(endedAt, now)
  return `${formatInstant(Date.parse(beganAt))} to ${endTime}, ${reasons[endReason]}`
}
