import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import {
  confirmSession,
  type EndedSession,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { useEndpointMutation } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import css from './sessions.module.css'

/** Stays until it was answered, also after that session has ended. */
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
        <div className={css.answers}>
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
