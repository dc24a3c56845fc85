import { IconPrinter } from '@tabler/icons-react'
import { pluralize } from '#contract/format.ts'
import type { Slip } from '#contract/login-details.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Slips } from './slips.tsx'
import css from './slips-page.module.css'

type SlipsPageProps = {
  readonly message: string
  readonly slips: readonly Slip[]
  readonly expiresAt: string
  readonly onDone: () => void
}

/** In place of a page, until they are printed: the server cannot show these passwords again. */
export function SlipsPage({ message, slips, expiresAt, onDone }: SlipsPageProps) {
  const count = pluralize(slips.length, 'slip')
  const [print, done] =
    slips.length === 1
      ? ['Print the slip', 'I have printed it']
      : ['Print the slips', 'I have printed them']
  return (
    <>
      <div className={css.screenOnly}>
        <PageHeading
          title="Password slips"
          lead={`${count}, shown once.`}
          actions={
            slips.length > 0 && (
              <Button
                tone="primary"
                icon={<IconPrinter aria-hidden="true" />}
                onClick={() => window.print()}
              >
                {print}
              </Button>
            )
          }
        />
        <Notice tone="ok">{message}</Notice>
        <div className={css.done}>
          <Button onClick={onDone}>{slips.length > 0 ? done : 'Back'}</Button>
        </div>
      </div>
      <Slips slips={slips} expiresAt={expiresAt} />
    </>
  )
}
