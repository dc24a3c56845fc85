import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export type LogoutDialogProps = {
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

export function LogoutDialog({ onConfirm, onClose }: LogoutDialogProps) {
  return (
    <ConfirmDialog
      opened
      question="Log out and discard your draft?"
      action="Log out"
      cancel="Stay"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      This tab holds a test that is not saved. Others may use this computer, so a draft goes when
      you log out. To keep it, stay and save the test first.
    </ConfirmDialog>
  )
}
