import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'

/** For Fastify: requests are validated, replies cut to their schema. */
export function toRouteSchema(endpoint: Endpoint) {
  const { summary, params, query, body, reply, status = 200, contentType } = endpoint
  return {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(!contentType && { response: { [status]: reply, ...getAlternative(endpoint) } }),
  }
}

/** A 304 has no body. */
function getAlternative({ alternativeStatus, reply }: Endpoint) {
  if (alternativeStatus === undefined) return {}
  return { [alternativeStatus]: alternativeStatus === 304 ? z.undefined() : reply }
}
