import type { Endpoint } from '#contract/endpoint.ts'
import { type Access, canAccess } from '#core/accounts/permissions.ts'
import { toClientEndpoint } from './endpoint.ts'
import { useSession } from './session.ts'

/**
 * Whether whoever is logged in may make a call, or has a permission. What one may not do is not
 * drawn; the server judges by the same words.
 */
export function useCan(needed: Endpoint | Access): boolean {
  const session = useSession()
  return session !== null && canAccess(toAccess(needed), session)
}

function toAccess(needed: Endpoint | Access): Access {
  if (typeof needed === 'string' || !('method' in needed)) return needed
  return toClientEndpoint(needed).access ?? 'session'
}
