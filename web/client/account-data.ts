import {
  clearAccountStorage,
  clearTabStorage,
  onStoredChange,
  openAccountStorage,
  readStored,
  writeStored,
} from './browser-storage.ts'
import { loadOfflineAnswers } from './offline-answers.ts'

type Cleanup = () => void

const cleanups = new Set<Cleanup>()

/** Registers what a module holds of an account in memory; `clear` runs whenever an account leaves. */
export function registerAccountCleanup(cleanup: Cleanup): () => void {
  cleanups.add(cleanup)
  return () => cleanups.delete(cleanup)
}

/**
 * Leaves nothing of the account in this browser: not in storage, here and in every other tab, and
 * not in memory. What stays are answers that wait to be sent, as ids and numbers only. Runs at
 * logout and when another account logs in; a session that merely expires keeps its page and draft.
 */
export async function clearAccountData(): Promise<void> {
  clearAccountStorage()
  for (const cleanup of cleanups) cleanup()
  const stamp = Math.random().toString(36).slice(2)
  writeStored('seen-logout', stamp)
  // Other tabs hear of this as a storage event; those that sleep find it when they wake.
  writeStored('last-logout', stamp)
  await sweepPendingAnswers()
}

/** Clears this tab if another one logged out while this one was asleep. */
export function clearAfterMissedLogout() {
  const lastLogout = readStored('last-logout')
  if (lastLogout === null || lastLogout === readStored('seen-logout')) return
  clearTabStorage()
  writeStored('seen-logout', lastLogout)
}

/** Calls back when another tab has logged out or changed the account; this tab is clear by then. */
export function onAccountChangeInOtherTab(listener: () => void): () => void {
  return onStoredChange('last-logout', () => {
    clearAfterMissedLogout()
    for (const cleanup of cleanups) cleanup()
    listener()
  })
}

/** From here on this browser works for this account; what another has left is cleared first. */
export async function switchToAccount(accountId: string): Promise<void> {
  const previousId = readStored('account')
  if (previousId !== null && previousId !== accountId) await clearAccountData()
  openAccountStorage()
  if (previousId === accountId) return
  writeStored('account', accountId)
  await sweepPendingAnswers()
}

/** An old browser or a private window may have no database; then nothing waits there. */
async function sweepPendingAnswers() {
  try {
    const { deleteExpiredAnswers } = await loadOfflineAnswers()
    await deleteExpiredAnswers()
  } catch {
    // Offline the code may not be here: the next login on this device sweeps.
  }
}
