import type { Endpoint } from '#contract/endpoint.ts'

/** For Fastify: requests are validated, replies cut to their schema. */
export function toRouteSchema(endpoint: Endpoint) {
  const {
    summary,
    params,
    query,
    body,
    reply,
    status = 200,
    alternativeStatus = status,
    contentType,
  } = endpoint
  return {
    summary,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(!contentType && { response: { [status]: reply, [alternativeStatus]: reply } }),
  }
}
