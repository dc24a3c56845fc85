import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { getLobby } from '#contract/lobby.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { endpointQuery } from '../../client/endpoint-query.ts'
import { RefusalError } from '../../client/request.ts'
import { createTitleMeta, usePageTitle } from '../../layout/page-title.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Status } from '../../ui/status.tsx'
import { useOwnExams } from '../panel/exam-table.tsx'
import css from './lobby-screen.module.css'
import { WaitingRoom } from './waiting-room.tsx'

export const meta = createTitleMeta('Lobby')

const crumbs = [{ to: pagePaths.studentPanel, name: 'Student panel' }]
const retryMs = 5_000

/** A student waits here for the opening; Start becomes live by itself. */
export default function LobbyScreen() {
  const { testId = '' } = useParams()
  const lobby = useQuery({
    ...endpointQuery(getLobby, { params: { testId } }),
    refetchInterval: ({ state: { data, error } }) => {
      if (isGone(error)) return false
      return error ? retryMs : (data?.pollAfterSeconds ?? 60) * 1000
    },
  })
  const exams = useOwnExams()
  usePageTitle('Lobby', lobby.data?.title)
  const exam = exams.data?.find(({ _id }) => _id === testId)
  const data = isGone(lobby.error) ? undefined : lobby.data
  if (data && !data.window) {
    return <Navigate to={pagePaths.studentPanel} state={{ startTestId: testId }} replace />
  }
  if (data?.window) {
    return (
      <div className={css.page}>
        <PageHeading title="Lobby" crumbs={crumbs} isTitleHidden />
        <WaitingRoom
          testId={testId}
          lobby={data}
          window={data.window}
          exam={exam}
          onRefused={lobby.refetch}
        />
      </div>
    )
  }
  return (
    <>
      <PageHeading title="Lobby" crumbs={crumbs} />
      {lobby.isPending && <Status>Asking the server…</Status>}
      {lobby.error && (
        <Notice tone="danger" onRetry={lobby.refetch}>
          {lobby.error.message}
        </Notice>
      )}
      <p className={css.back}>
        <ButtonLink to={pagePaths.studentPanel}>Back to your panel</ButtonLink>
      </p>
    </>
  )
}

/** The institute has taken the test back, or this student out of its windows. */
function isGone(error: Error | null): boolean {
  return error instanceof RefusalError && error.code === 'test-not-found'
}
