import type { ReplyOf } from '#contract/endpoint.ts'
import type { listSessions } from '#contract/sessions.ts'
import { describeEnd } from './describe-session.ts'
import { DeviceIcon } from './device-icon.tsx'
import css from './sessions.module.css'

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
