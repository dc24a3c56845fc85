import type { ZodObject } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Access } from '#core/accounts/permissions.ts'
import type { ReplyShape } from '#core/reply-shape.ts'

/** The browser's part of an endpoint; made by `vite/strip-schemas.ts` at build time. */
export type ClientEndpoint = {
  readonly method: Endpoint['method']
  readonly path: string
  /** Which staff may call; absent if roles make no difference. */
  readonly access?: Access
  readonly upload?: true
  /** The shape of a successful reply; absent where the server's header is enough. */
  readonly shape?: ReplyShape
  readonly fields?: Readonly<Record<string, FieldRule>>
}

/** The rules for a field that can be checked without the server. */
export type FieldRule = {
  readonly emptyMessage?: string
  readonly pattern?: string
  readonly patternMessage?: string
  readonly maxLength?: number
  /** For typed numbers: the message if it is not a number, or out of bounds without its own message. */
  readonly numberMessage?: string
  readonly minimum?: number
  readonly minimumMessage?: string
  readonly maximum?: number
  readonly maximumMessage?: string
}

export function toClientEndpoint(endpoint: Endpoint): ClientEndpoint {
  return endpoint as unknown as ClientEndpoint
}

/** The rules for an endpoint's body, or for a part of it that the contract exports. */
export function getFieldRules(source: Endpoint | ZodObject): Readonly<Record<string, FieldRule>> {
  return (source as unknown as Pick<ClientEndpoint, 'fields'>).fields ?? {}
}
