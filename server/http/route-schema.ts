import type { Endpoint } from '#contract/endpoint.ts'

/** As Fastify takes it: what comes in is checked, what goes out is cut. */
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
