import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TermsText } from './terms-text.tsx'

type TermsDialogProps = {
  readonly opened: boolean
  readonly onAgree: () => void
  readonly onClose: () => void
}

export function TermsDialog({ opened, onAgree, onClose }: TermsDialogProps) {
  return (
    <Dialog
      closesOnBack
      opened={opened}
      onClose={onClose}
      title="Terms & Conditions"
      width={600}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button tone="primary" onClick={onAgree} data-autofocus>
            I Agree
          </Button>
        </>
      }
    >
      <TermsText />
    </Dialog>
  )
}
