import type { Endpoint } from '#contract/endpoint.ts'

/** As Fastify takes it: what comes in is checked, what goes out is cut. */
export function toRouteSchema(endpoint: Endpoint) {
  const {
    summary: about,
    params,
    query,
    body,
    reply,
    status = 200,
    alternativeStatus: alsoStatus = status,
    contentType: sends,
  } = endpoint
  return {
    summary: about,
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(!sends && { response: { [status]: reply, [alsoStatus]: reply } }),
  }
}
