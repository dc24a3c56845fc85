import type { z } from 'zod'
import type { Access } from '#core/accounts/permissions.ts'
import type { RefusalCode } from './errors.ts'

/** The largest body in bytes; an endpoint that needs more than the usual names another one. */
export const bodyLimits = {
  /** Without a session: such a body is kept in memory, and nothing a visitor sends is long. */
  visitor: 32_000,
  usual: 256_000,
  /** Up to 20,000 ids. */
  ids: 1_000_000,
  /** An exam of 500 questions. */
  exam: 4_000_000,
} as const

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly access: Access
  /** Refused unless its caller proved who they are in the last 15 minutes. */
  readonly needsRecentLogin?: true
  /** Also open to staff who have yet to set up the second factor that is asked of them. */
  readonly isAllowedDuringSetUp?: true
  /** One sentence for the reader of the API's description. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Multipart is understood; files arrive beside the body, and only these names are taken. */
  readonly upload?: Upload
  /**
   * A client may name a call with the header `Idempotency-Key` (16 to 64 letters, digits, - and _).
   * For 24 hours the same key and body get the first answer, and nothing is done twice.
   */
  readonly isIdempotent?: true
  readonly reply: z.ZodType
  /** What a good answer says by default. */
  readonly status?: 200 | 201 | 202
  /** Another good answer that the handler may choose instead. */
  readonly alternativeStatus?: 201
  /** A list answers an array and the count of all matches in `X-Total-Count`. */
  readonly isList?: true
  /** A picture, or a table as a file, instead of JSON. */
  readonly contentType?: 'image/png' | 'table'
  readonly bodyLimitBytes?: number
  /** Counts the calls of an address before the body is read. */
  readonly rateLimit?: 'registration'
  readonly refusals: readonly RefusalCode[]
}

export type Upload = {
  readonly files: RegExp
  readonly maxFiles: number
  readonly maxFields: number
}

/** Keeps the literal types, so that paths, refusals and shapes are known where they are used. */
export function endpoint<const E extends Endpoint>(spec: E): E {
  return spec
}

type SchemaType<E, Key extends string, Side extends 'input' | 'output'> = E extends {
  readonly [K in Key]: infer Schema extends z.ZodType
}
  ? Side extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : undefined

export type ParamsOf<E extends Endpoint> = SchemaType<E, 'params', 'input'>
export type QueryOf<E extends Endpoint> = SchemaType<E, 'query', 'input'>
/** As a client sends it. */
export type BodyOf<E extends Endpoint> = SchemaType<E, 'body', 'input'>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** One row of a list. */
export type RowOf<E extends Endpoint> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never
/** As the server sees them, parsed. */
export type ParsedRequest<E extends Endpoint> = {
  params: SchemaType<E, 'params', 'output'>
  query: SchemaType<E, 'query', 'output'>
  body: SchemaType<E, 'body', 'output'>
}
export type RefusalOf<E extends Endpoint> = E['refusals'][number]
