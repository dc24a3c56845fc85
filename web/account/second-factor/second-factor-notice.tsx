import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { dismissNotice, getSecondFactor } from '#contract/second-factor.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-query.ts'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'

/** Offers a second factor until dismissed; where the institute requires one, until it is set up. */
export function SecondFactorNotice() {
  const { data } = useEndpointQuery(getSecondFactor)
  const dismiss = useEndpointMutation(dismissNotice, [getSecondFactor])
  if (!data?.showsNotice) return null
  if (data.dueAt !== null) {
    return (
      <Notice tone="warn">
        This institute asks for a second factor, by {formatDate(data.dueAt)}.{' '}
        <Link to={pagePaths.secondFactor}>Set it up</Link>
      </Notice>
    )
  }
  return (
    <Notice>
      A second factor keeps your account safe when somebody learns your password.{' '}
      <Link to={pagePaths.secondFactor}>Set it up</Link>{' '}
      <Button tone="quiet" size="row" busy={dismiss.isPending} onClick={() => dismiss.mutate({})}>
        Dismiss
      </Button>
    </Notice>
  )
}
