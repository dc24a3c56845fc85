import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './schemas.ts'

const Network = z.string().min(1).max(45)

export const ThrottledNetwork = z.object({
  /** An IPv4 address, or the first half of an IPv6 address. */
  network: z.string(),
  /** Wrong passwords from there, and in how many minutes they came. */
  failures: z.int(),
  minutes: z.int(),
  /** Students who must wait there before their next try, the latest first. */
  waiting: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      lastTryAt: Instant,
      tries: z.int(),
      waitsUntil: Instant,
    }),
  ),
})
export type ThrottledNetwork = z.output<typeof ThrottledNetwork>

export const listThrottledNetworks = endpoint({
  method: 'GET',
  path: '/api/auth/slowedNetworks',
  access: 'logins.let-in',
  summary:
    'While a test is released: the networks whose logins are slowed down, and those that were let in.',
  reply: z.object({
    slowed: z.array(ThrottledNetwork),
    letIn: z.array(z.object({ network: z.string(), endsAt: Instant })),
  }),
  refusals: [],
})

export const exemptionPeriods = ['quarter-hour', 'hour', 'today'] as const
export type ExemptionPeriod = (typeof exemptionPeriods)[number]

export const exemptNetwork = endpoint({
  method: 'POST',
  path: '/api/auth/letNetworkIn',
  access: 'logins.let-in',
  summary: 'Logins from a network are not slowed down until a time; it ends by itself.',
  body: z.strictObject({ network: Network, period: z.enum(exemptionPeriods) }),
  reply: z.object({ message: z.string(), endsAt: Instant }),
  refusals: ['network-not-slowed'],
})
