import type { Endpoint } from '#contract/endpoint.ts'

/** What is left of an endpoint in the browser; `vite/wire-contract.ts` makes it at build time. */
export type WireEndpoint = {
  readonly method: Endpoint['method']
  readonly path: string
  readonly upload?: true
  readonly fields?: Readonly<Record<string, FieldRule>>
}

/** What can be said of a field before the server has seen it. */
export type FieldRule = {
  readonly emptySays?: string
  readonly pattern?: string
  readonly patternSays?: string
  readonly maxLength?: number
}

export function onTheWire(endpoint: Endpoint): WireEndpoint {
  return endpoint as unknown as WireEndpoint
}
