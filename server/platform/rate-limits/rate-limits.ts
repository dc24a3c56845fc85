import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { normalizeEmail } from '#core/accounts/email.ts'
import { toMailbox } from '#core/students/registration.ts'
import { toNetwork } from '../network-address.ts'
import type { Hmac } from '../secret-key.ts'
import {
  type Counters,
  consume,
  openCounterFile,
  openCounterTable,
  type RateLimited,
} from './counters.ts'
import { createLoginLimits, type LoginLimits } from './login-limits.ts'

const hour = 60 * 60
const day = 24 * hour

type RateLimitName =
  | 'registration'
  | 'registered-mailbox'
  | 'enquiry'
  | 'forgotten'
  | 'forgotten-address'
  | 'session'
  | 'second-factor'

export type RateLimits = LoginLimits & {
  /** Counts one call against a limit; returns the seconds to wait if it is exceeded. */
  take(limit: RateLimitName, key: string): Promise<RateLimited | null>
  /** Takes back the count of a caller who then got no reply. */
  refund(limit: RateLimitName, key: string): Promise<void>
}

type RateLimitsOptions = ({ readonly dataDir: string } | { readonly pool: Pool }) & {
  readonly isOn: boolean
  readonly hmac: Hmac
}

export async function createRateLimits(
  options: RateLimitsOptions,
): Promise<RateLimits & { readonly close: () => Promise<void> }> {
  if (!options.isOn) return { ...noLimits }
  const counters =
    'pool' in options ? await openCounterTable(options.pool) : openCounterFile(options.dataDir)
  // Keys are digests: they hide who tried, and do not grow with what a stranger sends.
  const digest = (text: string) => options.hmac('limit', text)
  return {
    ...createLoginLimits(counters, digest),
    ...createNamedLimits(counters, digest),
    close: counters.close,
  }
}

function createNamedLimits(
  counters: Counters,
  digest: (text: string) => string,
): Pick<RateLimits, 'take' | 'refund'> {
  const toNetworkKey = (address: string) => digest(toNetwork(address))
  const limits: Record<RateLimitName, NamedLimit> = {
    // A fast student sends one or two requests a second; opening a screen sends about ten.
    session: {
      counter: new RateLimiterMemory({ points: 600, duration: 10 }),
      toKey: (tokenHash) => tokenHash,
    },
    registration: {
      counter: counters.open('registration', { points: 300, duration: hour }),
      toKey: toNetworkKey,
    },
    'registered-mailbox': {
      counter: counters.open('mailbox', { points: 10, duration: day }),
      toKey: (email) => digest(toMailbox(email)),
    },
    enquiry: {
      counter: counters.open('enquiry', { points: 30, duration: hour }),
      toKey: toNetworkKey,
    },
    forgotten: {
      counter: counters.open('forgotten', { points: 5, duration: hour }),
      toKey: (email) => digest(normalizeEmail(email)),
    },
    // Three codes in a million are valid at any time: guessing one at this rate takes two years.
    'second-factor': {
      counter: counters.open('second-factor', { points: 20, duration: hour }),
      toKey: digest,
    },
    'forgotten-address': {
      counter: counters.open('forgotten-address', { points: 120, duration: hour }),
      toKey: toNetworkKey,
    },
  }
  return {
    take: (name, key) => consume(limits[name].counter, limits[name].toKey(key)),
    async refund(name, key) {
      await limits[name].counter.reward(limits[name].toKey(key))
    },
  }
}

type NamedLimit = {
  readonly counter: Pick<RateLimiterMemory, 'consume' | 'reward'>
  readonly toKey: (key: string) => string
}

const noLimits = {
  admitLogin: async () => ({ isSuspect: false, settle: async () => {} }),
  listSlowedNetworks: async () => [],
  forgiveNetwork: async () => {},
  take: async () => null,
  refund: async () => {},
  close: async () => {},
}
