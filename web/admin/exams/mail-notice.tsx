import { getMailSetup } from '#contract/mail.ts'
import { Notice } from '../../kit/notice.tsx'
import { useAsk } from '../../query.ts'

export function MailNotice() {
  const { data } = useAsk(getMailSetup)
  if (!data || data.isSetUp) return null
  return <Notice tone="warn">Mail is not set up: letters wait in data/outbox</Notice>
}
