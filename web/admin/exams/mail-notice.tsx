import { Link } from 'react-router'
import { getMailSetup } from '#contract/mail.ts'
import { screens } from '#contract/screens.ts'
import { Notice } from '../../kit/notice.tsx'
import { useAsk } from '../../query.ts'

export function MailNotice() {
  const { data } = useAsk(getMailSetup)
  if (!data || (data.isSetUp && !data.trouble)) return null
  return (
    <Notice tone="warn">
      {data.trouble ?? `Mail is not set up: letters wait in ${data.waitsIn}.`}{' '}
      <Link to={screens.mail}>Open the mail page</Link>
    </Notice>
  )
}
