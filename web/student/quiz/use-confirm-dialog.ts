import { createLazyModule, useModule } from '../../client/lazy-module.ts'

const confirmDialog = createLazyModule(() => import('../../ui/confirm-dialog.tsx'))

/** Comes after the first question, which does not wait for it. */
export function useConfirmDialog() {
  const { module, hasFailed } = useModule(confirmDialog)
  return { ConfirmDialog: module?.ConfirmDialog, hasFailed }
}
