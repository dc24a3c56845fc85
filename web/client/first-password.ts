import { registerAccountCleanup } from './account-data.ts'
import type { Session } from './browser-session.ts'

let kept: { readonly accountId: string; readonly password: string } | null = null

registerAccountCleanup(() => {
  kept = null
})

/**
 * Keeps the one-time password that a session was opened with until it is changed, in the memory of
 * this page and nowhere else.
 */
export function keepFirstPassword({ _id, firstTimeSignin }: Session, password: string | undefined) {
  kept = firstTimeSignin && password !== undefined ? { accountId: _id, password } : null
}

/** Undefined after a reload, and for a session that has a password of its own. */
export function readFirstPassword(session: Session | null): string | undefined {
  return session?.firstTimeSignin && kept?.accountId === session._id ? kept.password : undefined
}
