import { Link } from 'react-router'
import { getMailStatus } from '#contract/email-log.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { useEndpointQuery } from '../../client/endpoint-query.ts'
import { Notice } from '../../ui/notice.tsx'

export function MailNotice() {
  const { data } = useEndpointQuery(getMailStatus)
  if (!data || (data.isSetUp && !data.trouble)) return null
  return (
    <Notice tone="warn">
      {data.trouble ?? `Mail is not set up: emails wait in ${data.waitsIn}.`}{' '}
      <Link to={pagePaths.mail}>Open the mail page</Link>
    </Notice>
  )
}
