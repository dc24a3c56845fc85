import type { ZodObject } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Access } from '#core/accounts/permissions.ts'

/** What is left of an endpoint in the browser; `vite/strip-schemas.ts` makes it at build time. */
export type ClientEndpoint = {
  readonly method: Endpoint['method']
  readonly path: string
  /** Who of the staff may call; left out where nobody's role decides. */
  readonly access?: Access
  readonly upload?: true
  readonly fields?: Readonly<Record<string, FieldRule>>
}

/** What can be said of a field before the server has seen it. */
export type FieldRule = {
  readonly emptyMessage?: string
  readonly pattern?: string
  readonly patternMessage?: string
  readonly maxLength?: number
  /** Of a number that is typed: said where it is none, or is out of bounds without a word of its own. */
  readonly numberMessage?: string
  readonly minimum?: number
  readonly minimumMessage?: string
  readonly maximum?: number
  readonly maximumMessage?: string
}

export function toClientEndpoint(endpoint: Endpoint): ClientEndpoint {
  return endpoint as unknown as ClientEndpoint
}

/** The rules for what an endpoint takes, or for a part of it that the contract exports. */
export function getFieldRules(source: Endpoint | ZodObject): Readonly<Record<string, FieldRule>> {
  return (source as unknown as Pick<ClientEndpoint, 'fields'>).fields ?? {}
}
