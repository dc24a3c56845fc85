import type { getMailStatus } from '#contract/email-log.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { pluralize } from '#core/text/pluralize.ts'
import { Notice } from '../../ui/notice.tsx'

type MailSetup = ReplyOf<typeof getMailStatus>

/** What keeps emails from leaving, and what happens to them meanwhile. */
export function MailProblemNotice({
  setup: { isSetUp, waitsIn, trouble, queued },
}: {
  setup: MailSetup
}) {
  if (trouble) {
    return (
      <Notice tone="danger">
        {trouble} {queued > 0 && `${pluralize(queued, 'letter')} will be tried again by itself.`}
      </Notice>
    )
  }
  if (isSetUp) return null
  return (
    <Notice tone="warn">
      Mail is not set up: letters wait in {waitsIn}. Any mail program opens these files. Set
      SMTP_URL and start the server again to send new letters by mail.
    </Notice>
  )
}
