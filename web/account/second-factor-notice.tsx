import { Link } from 'react-router'
import { pagePaths } from '#contract/page-paths.ts'
import { dismissNotice, getSecondFactor } from '#contract/second-factor.ts'
import { Button } from '../kit/button.tsx'
import { formatDay } from '../kit/format.ts'
import { Notice } from '../kit/notice.tsx'
import { useAsk, useTell } from '../query.ts'

/** On the admin's home: offered once, or asked for until it is done. */
export function SecondFactorNotice() {
  const { data } = useAsk(getSecondFactor)
  const putAway = useTell(dismissNotice, [getSecondFactor])
  if (!data?.showsNotice) return null
  if (data.dueAt !== null) {
    return (
      <Notice tone="warn">
        This institute asks for a second factor, by {formatDay(data.dueAt)}.{' '}
        <Link to={pagePaths.secondFactor}>Set it up</Link>
      </Notice>
    )
  }
  return (
    <Notice>
      A second factor keeps your account safe when somebody learns your password.{' '}
      <Link to={pagePaths.secondFactor}>Set it up</Link>{' '}
      <Button tone="quiet" size="row" busy={putAway.isPending} onClick={() => putAway.mutate({})}>
        Put away
      </Button>
    </Notice>
  )
}
