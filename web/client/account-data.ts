import {
  clearAccountStorage,
  clearTabStorage,
  onStoredChange,
  openAccountStorage,
  readStored,
  writeStored,
} from './browser-storage.ts'

type Cleanup = () => void

const cleanups = new Set<Cleanup>()

/** Registers how to clear account data that a module keeps in memory; runs when an account leaves. */
export function registerAccountCleanup(cleanup: Cleanup): () => void {
  cleanups.add(cleanup)
  return () => cleanups.delete(cleanup)
}

/**
 * Clears all data of the account in this browser: storage and memory, in this tab and all others.
 * Only answers that wait to be sent stay, as ids and numbers. Runs at logout and when another
 * account logs in; a session that merely expires keeps its page and draft.
 */
export async function clearAccountData(): Promise<void> {
  clearAccountStorage()
  for (const cleanup of cleanups) cleanup()
  const stamp = Math.random().toString(36).slice(2)
  writeStored('seen-logout', stamp)
  // Other tabs get a storage event; suspended ones find the value when they resume.
  writeStored('last-logout', stamp)
  await sweepPendingAnswers()
}

/** Clears this tab if another one logged out while this one was suspended. */
export function clearAfterMissedLogout() {
  const lastLogout = readStored('last-logout')
  if (lastLogout === null || lastLogout === readStored('seen-logout')) return
  clearTabStorage()
  writeStored('seen-logout', lastLogout)
}

/** Calls back when another tab logs out or changes the account, after clearing this tab. */
export function onAccountChangeInOtherTab(listener: () => void): () => void {
  return onStoredChange('last-logout', () => {
    clearAfterMissedLogout()
    for (const cleanup of cleanups) cleanup()
    listener()
  })
}

/** Makes this the browser's account, after clearing the data of any other. */
export async function switchToAccount(accountId: string): Promise<void> {
  const previousId = readStored('account')
  if (previousId !== null && previousId !== accountId) await clearAccountData()
  openAccountStorage()
  if (previousId === accountId) return
  writeStored('account', accountId)
  await sweepPendingAnswers()
}

/** Deletes expired answers; a browser without IndexedDB has none. */
async function sweepPendingAnswers() {
  try {
    const { deleteExpiredAnswers } = await loadOfflineAnswers()
    await deleteExpiredAnswers()
  } catch {
    // Offline the code may not be loaded; the next login on this device deletes them.
  }
}

/** How the student area handles answers that wait on this device. */
type OfflineAnswers = {
  /** Sends those of the logged-in account, as far as the server can be reached. */
  readonly recoverAnswers: () => Promise<void>
  readonly deleteExpiredAnswers: () => Promise<void>
}

type Loader = () => Promise<OfflineAnswers>

let load: Loader = () => Promise.reject()

/** Called by the app, so that the client imports no area and visitors load no such code. */
export function registerOfflineAnswers(loader: Loader) {
  load = loader
}

/** Rejects if the code is not loaded and the browser is offline. */
export function loadOfflineAnswers(): Promise<OfflineAnswers> {
  return load()
}
