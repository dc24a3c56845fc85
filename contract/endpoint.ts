import type { z } from 'zod'
import type { Access } from '#core/accounts/permissions.ts'
import type { RefusalCode } from './errors.ts'

/** The largest body in bytes; an endpoint that needs more than `usual` says so. */
export const bodyLimits = {
  /** For callers without a session: bodies are held in memory, and no visitor sends a long one. */
  visitor: 32_000,
  usual: 256_000,
  /** Up to 20,000 ids. */
  ids: 1_000_000,
  /** A table of 5,000 students. */
  table: 4_000_000,
  /** An exam of 500 questions. */
  exam: 4_000_000,
} as const

export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly access: Access
  /** Refused unless the caller has logged in or re-authenticated in the last 15 minutes. */
  readonly needsRecentLogin?: true
  /**
   * Also open to staff who have not set up a required second factor yet, and to students whose
   * registration is not complete.
   */
  readonly isAllowedDuringSetUp?: true
  /** One sentence for the API's description. */
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** Accepts multipart: files come beside the body, under these field names only. */
  readonly upload?: Upload
  /**
   * A client may name a call with the header `Idempotency-Key` (16 to 64 letters, digits, - and _).
   * For 24 hours the same key and body get the first reply again, and nothing is done twice.
   */
  readonly isIdempotent?: true
  readonly reply: z.ZodType
  /**
   * The reply decides something in the browser, which compares it with `reply` first: a firewall or
   * a gateway on the way may answer 200 with JSON of its own.
   */
  readonly isReplyChecked?: true
  /** The status of a successful reply by default. */
  readonly status?: 200 | 201 | 202
  /** Other statuses of success that the handler may choose. */
  readonly alternativeStatus?: 201 | 304
  /** A screen polls it: no sign of a person, so it does not prolong the session. */
  readonly isPolled?: true
  /** A list replies with an array, and the count of all matches in `X-Total-Count`. */
  readonly isList?: true
  /** For replies that are a picture or a file instead of JSON. */
  readonly contentType?: 'image/png' | 'table'
  readonly bodyLimitBytes?: number
  /** Limits the calls per network address, before the body is read. */
  readonly rateLimit?: 'registration'
  readonly refusals: readonly RefusalCode[]
}

export type Upload = {
  readonly files: RegExp
  readonly maxFiles: number
  readonly maxFields: number
}

/** Keeps the literal types, so that callers know paths, refusals and shapes. */
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
/** The body as a client sends it. */
export type BodyOf<E extends Endpoint> = SchemaType<E, 'body', 'input'>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
/** One row of a list. */
export type RowOf<E extends Endpoint> = ReplyOf<E> extends readonly (infer Row)[] ? Row : never
/** The input as the server sees it, parsed. */
export type ParsedRequest<E extends Endpoint> = {
  params: SchemaType<E, 'params', 'output'>
  query: SchemaType<E, 'query', 'output'>
  body: SchemaType<E, 'body', 'output'>
}
export type RefusalOf<E extends Endpoint> = E['refusals'][number]
