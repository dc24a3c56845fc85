import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type RefusalCode, refusals } from '#contract/errors.ts'

/** Refusals that any call may receive. */
const byAll = ['fault', 'busy', 'too-many', 'wrong-host'] as const
const withSession = [
  ...(['not-signed-in', 'wrong-role', 'password-change-required'] as const),
  ...(['registration-required', 'second-factor-required'] as const),
]
const withBody = ['invalid-input', 'too-large', 'wrong-type'] as const

/** All refusals of a call, as a program that uses it has to expect them. */
export function listRefusals({
  method,
  access,
  refusals: own,
  ...endpoint
}: Endpoint): readonly RefusalCode[] {
  const takesInput = endpoint.params || endpoint.query
  const codes: RefusalCode[] = [
    ...own,
    ...byAll,
    ...(access === 'visitor' ? [] : withSession),
    ...(method === 'GET' ? [] : (['cross-site'] as const)),
    ...(endpoint.needsRecentLogin ? (['reauthentication-required'] as const) : []),
    ...(endpoint.body ? withBody : takesInput ? (['invalid-input'] as const) : []),
    ...(endpoint.upload ? (['disk-low', 'pictures-unavailable'] as const) : []),
    ...(method === 'GET' ? [] : (['disk-full'] as const)),
  ]
  return [...new Set(codes)]
}

/** The replies of the refusals, by their status; only for the description of the API. */
export function describeRefusals(endpoint: Endpoint): Record<number, z.ZodType> {
  const byStatus = Map.groupBy(listRefusals(endpoint), (code) => refusals[code].status)
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, toReply(codes)]))
}

function toReply(codes: readonly RefusalCode[]) {
  const described = codes.map((code) => `\`${code}\`: ${refusals[code].message}`)
  return z
    .looseObject({
      message: z.string(),
      code: z.enum(codes as readonly [RefusalCode, ...RefusalCode[]]),
      /** Errors by field. */
      fields: z.record(z.string(), z.string()).optional(),
    })
    .describe(described.join('\n\n'))
}
