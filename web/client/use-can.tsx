import { type ReactNode, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Access, canAccess } from '#core/accounts/permissions.ts'
import { type Session, useSession } from './browser-session.ts'
import { toClientEndpoint } from './client-endpoint.ts'

type Needed = Endpoint | Access

/**
 * Whether the user may make a call, or has a permission. Screens hide what a user may not do; the
 * server decides by the same rule. When a session ends, an open form stays with what was typed.
 */
export function useCan(needed: Needed): boolean {
  const session = useSession()
  const lastSession = useRef(session)
  if (session) lastSession.current = session
  return can(lastSession.current, needed)
}

export function can(session: Session | null, needed: Needed): boolean {
  return session !== null && canAccess(toAccess(needed), session)
}

type IfCanProps = { readonly call: Needed; readonly children: ReactNode }

/** Draws its children for those who may make the call. */
export function IfCan({ call, children }: IfCanProps) {
  return useCan(call) && children
}

function toAccess(needed: Needed): Access {
  if (typeof needed === 'string' || !('method' in needed)) return needed
  return toClientEndpoint(needed).access ?? 'session'
}
