import { generatePath, Link } from 'react-router'
import { listExamWindows } from '#contract/exam-windows.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { formatMoment } from '../../ui/format-moment.ts'
import { describeOpenWindow, nameAudience } from '../lists/describe-open-window.ts'

const shownWindows = 3

/**
 * Says for whom the test is open now, since when, and how long one may still start; and links to
 * those
 * who were expected and did not come, whom this screen forgets when their window closes.
 */
export function RegisterLinks({ testId }: { readonly testId: string }) {
  const { data = [] } = useEndpointQuery(listExamWindows, { query: { testId, sort: 'newest' } })
  const opened = data.filter(({ phase }) => phase !== 'coming').slice(0, shownWindows)
  const now = getServerTime()
  return (
    <>
      {opened
        .filter(({ phase }) => phase !== 'closed')
        .map((window) => (
          <span key={window._id} dir="auto">
            {describeOpenWindow(window, now)}
          </span>
        ))}
      {opened.map((window) => (
        <Link key={window._id} to={generatePath(pagePaths.register, { id: window._id })}>
          Register of <bdi>{nameAudience(window)}</bdi>,{' '}
          {formatMoment(Date.parse(window.opensAt), now)}
        </Link>
      ))}
    </>
  )
}
