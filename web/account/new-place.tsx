import { useNavigate } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import {
  confirmSession,
  type EndedSession,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { Button } from '../kit/button.tsx'
import { formatWhen } from '../kit/format.ts'
import { Notice } from '../kit/notice.tsx'
import { useTell } from '../query.ts'
import css from './sessions.module.css'

/** Stays until it was answered, also after that session has ended. */
export function NewPlace({ session }: { session: OwnSession | EndedSession }) {
  const navigate = useNavigate()
  const confirm = useTell(confirmSession, [listSessions])
  const end = useTell(endOwnSession, [listSessions])
  const { _id: id, device, address, beganAt } = session
  const isThis = 'isThis' in session && session.isThis

  const handleNo = async () => {
    if (!isThis) await end.mutateAsync({ params: { id }, body: { disowned: true } })
    await navigate(pagePaths.changePassword)
  }
  const failed = confirm.error ?? end.error
  return (
    <Notice tone="warn">
      <div className={css.question}>
        <p>
          <b>One login from a place we had not seen.</b> {device}, {address}, {formatWhen(beganAt)}.
          Was it you?
        </p>
        {failed && <p>{failed.message}</p>}
        <div className={css.answers}>
          <Button
            size="row"
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ params: { id } })}
          >
            Yes, it was me
          </Button>
          {!isThis && (
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
