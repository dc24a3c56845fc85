import { Button } from '../../../ui/button.tsx'
import css from './mask-dialog.module.css'

/** Describes the button focused when the dialog opens, so that the offer is read out then. */
export const deskOfferId = 'show-at-desk'

/** A way out for people who cannot see where the number is. */
export function DeskOffer({ onShowAtDesk }: { readonly onShowAtDesk: () => void }) {
  return (
    <div className={css.desk}>
      <p id={deskOfferId}>
        If you cannot see the picture, choose “I will show it at the desk”. No picture is sent then;
        you bring the card when you first come.
      </p>
      <Button size="row" onClick={onShowAtDesk}>
        I will show it at the desk
      </Button>
    </div>
  )
}
