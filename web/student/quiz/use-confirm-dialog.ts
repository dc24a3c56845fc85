import { useModule } from '../../client/use-module.ts'

/** Comes after the first question, which does not wait for it. */
export const useConfirmDialog = () =>
  useModule('confirm-dialog', () => import('../../ui/confirm-dialog.tsx'))?.ConfirmDialog
