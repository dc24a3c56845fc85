import { generatePath, Link } from 'react-router'
import { listExamWindows } from '#contract/exam-windows.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { getServerTime } from '../../client/server-clock.ts'
import { formatMoment } from '../../ui/format-moment.ts'

const shownWindows = 3

/** To who was expected and did not come, whom this screen forgets when their window closes. */
export function RegisterLinks({ testId }: { readonly testId: string }) {
  const { data = [] } = useEndpointQuery(listExamWindows, { query: { testId, sort: 'newest' } })
  const opened = data.filter(({ phase }) => phase !== 'coming').slice(0, shownWindows)
  return opened.map(({ _id: id, opensAt }) => (
    <Link key={id} to={generatePath(pagePaths.register, { id })}>
      Register of {formatMoment(Date.parse(opensAt), getServerTime())}
    </Link>
  ))
}
