import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useObjectUrl } from '../../../ui/form/image-file.ts'
import layout from '../../../ui/layout.module.css'
import { DeskOffer, deskOfferId } from './desk-offer.tsx'
import css from './mask-dialog.module.css'

type CoverCheckProps = {
  /** As it would be sent, with its boxes. */
  readonly picture: File
  readonly label: string
  readonly onUse: () => void
  readonly onBack: () => void
  readonly onCancel: () => void
  readonly onShowAtDesk: () => void
}

/**
 * Asks once if no box was moved, since cards differ: shows enlarged the parts that are not covered.
 */
export function CoverCheck({ picture, label, ...on }: CoverCheckProps) {
  const url = useObjectUrl(picture)
  return (
    <Dialog
      opened
      onClose={on.onCancel}
      title="Is the number covered?"
      width={720}
      footer={
        <>
          <Button onClick={on.onBack} data-autofocus aria-describedby={deskOfferId}>
            Move the boxes
          </Button>
          <Button tone="primary" onClick={on.onUse}>
            Yes, use it
          </Button>
        </>
      }
    >
      <div className={layout.stack}>
        <DeskOffer onShowAtDesk={on.onShowAtDesk} />
        <p>
          You have moved no box. This is your picture as it would be sent, enlarged: the first eight
          digits and the QR code must be black.
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it */}
        <section className={css.enlarged} tabIndex={0} aria-label="The picture, enlarged">
          {url && <img src={url} alt={`${label}, with its boxes`} />}
        </section>
      </div>
    </Dialog>
  )
}
