import {
  clearAccountStorage,
  clearTabStorage,
  onStored,
  openAccountStorage,
  readStored,
  writeStored,
} from './browser-storage.ts'

type Clear = () => void

const memories = new Set<Clear>()

/** Registers what a module holds of an account in memory; `clear` runs whenever an account leaves. */
export function onAccountLeave(clear: Clear): () => void {
  memories.add(clear)
  return () => memories.delete(clear)
}

/**
 * Leaves nothing of the account in this browser: not in storage, here and in every other tab, and
 * not in memory. What stays are answers that wait to be sent, as ids and numbers only. Runs at
 * logout and when another account logs in; a session that merely expires keeps its page and draft.
 */
export async function clearAccountTraces(): Promise<void> {
  clearAccountStorage()
  for (const clear of memories) clear()
  const stamp = Math.random().toString(36).slice(2)
  writeStored('seen-logout', stamp)
  // Other tabs hear of this as a storage event; those that sleep find it when they wake.
  writeStored('last-logout', stamp)
  await sweepDevice()
}

/** Clears this tab if another one logged out while this one was asleep. */
export function clearMissedTraces() {
  const last = readStored('last-logout')
  if (last === null || last === readStored('seen-logout')) return
  clearTabStorage()
  writeStored('seen-logout', last)
}

/** Calls back when another tab has logged out or changed the account; this tab is clear by then. */
export function onAccountLeftElsewhere(hear: () => void): () => void {
  return onStored('last-logout', () => {
    clearMissedTraces()
    for (const clear of memories) clear()
    hear()
  })
}

/** From here on this browser works for this account; what another has left is cleared first. */
export async function enterAccount(accountId: string): Promise<void> {
  const before = readStored('account')
  if (before !== null && before !== accountId) await clearAccountTraces()
  openAccountStorage()
  if (before === accountId) return
  writeStored('account', accountId)
  await sweepDevice()
}

/** An old browser or a private window may have no database; then nothing waits there. */
async function sweepDevice() {
  try {
    const { sweepKeptAnswers } = await import('./student/quiz/kept/leave-device.ts')
    await sweepKeptAnswers()
  } catch {
    // Offline the code may not be here: the next login on this device sweeps.
  }
}
