import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant } from './words.ts'

const Network = z.string().min(1).max(45)

export const SlowedNetwork = z.object({
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
export type SlowedNetwork = z.output<typeof SlowedNetwork>

export const listSlowedNetworks = endpoint({
  method: 'GET',
  path: '/api/auth/slowedNetworks',
  who: 'admin',
  about:
    'While a test is released: the networks whose logins are slowed down, and those that were let in.',
  reply: z.object({
    slowed: z.array(SlowedNetwork),
    letIn: z.array(z.object({ network: z.string(), endsAt: Instant })),
  }),
  refusals: [],
})

export const letInPeriods = ['quarter-hour', 'hour', 'today'] as const
export type LetInPeriod = (typeof letInPeriods)[number]

export const letNetworkIn = endpoint({
  method: 'POST',
  path: '/api/auth/letNetworkIn',
  who: 'admin',
  about: 'Logins from a network are not slowed down until a time; it ends by itself.',
  body: z.strictObject({ network: Network, period: z.enum(letInPeriods) }),
  reply: z.object({ message: z.string(), endsAt: Instant }),
  refusals: ['network-not-slowed'],
})
