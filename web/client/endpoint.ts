import type { Endpoint } from '#contract/endpoint.ts'

/** What is left of an endpoint in the browser; `vite/strip-schemas.ts` makes it at build time. */
export type ClientEndpoint = {
  readonly method: Endpoint['method']
  readonly path: string
  readonly upload?: true
  readonly fields?: Readonly<Record<string, FieldRule>>
}

/** What can be said of a field before the server has seen it. */
export type FieldRule = {
  readonly emptyMessage?: string
  readonly pattern?: string
  readonly patternMessage?: string
  readonly maxLength?: number
}

export function toClientEndpoint(endpoint: Endpoint): ClientEndpoint {
  return endpoint as unknown as ClientEndpoint
}
