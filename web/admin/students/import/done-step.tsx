import { IconPrinter } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { describeQueuedEmails } from '#contract/queued-emails.ts'
import { useIsMailSetUp } from '../../../client/use-is-mail-set-up.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import layout from '../../../ui/layout.module.css'
import { Notice } from '../../../ui/notice.tsx'
import { Slips } from '../../lists/slips.tsx'
import css from './import.module.css'
import { useImport } from './use-import.ts'

/** Says what was done; shows the passwords, where they are to be printed. */
export default function DoneStep() {
  const { state, reply } = useImport()
  const isMailSetUp = useIsMailSetUp()
  if (!reply) return null
  const { message, added, slips, expiresAt } = reply
  const isMailed = state?.deliver === 'mail'
  return (
    <>
      <div className={css.screenOnly}>
        <Notice tone="ok">
          {message} {isMailed && describeQueuedEmails(added, isMailSetUp)}
        </Notice>
        {!isMailed && slips.length === 0 && (
          <Notice>There are no slips to print: nobody is new, or all passwords are used.</Notice>
        )}
        <Card padded className={css.source}>
          {slips.length > 0 && (
            <p className={layout.hint}>
              {pluralize(slips.length, 'slip')}, eight to a page. The passwords are shown once: the
              server cannot show them again when you have left.
            </p>
          )}
          <div className={css.buttons}>
            {slips.length > 0 && (
              <Button
                tone="primary"
                icon={<IconPrinter aria-hidden="true" />}
                onClick={() => window.print()}
              >
                Print the slips
              </Button>
            )}
            <ButtonLink to={pagePaths.students}>Finish</ButtonLink>
          </div>
        </Card>
      </div>
      <Slips slips={slips} expiresAt={expiresAt} />
    </>
  )
}
