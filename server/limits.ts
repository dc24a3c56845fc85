import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { toMailbox } from '#core/students/registration.ts'
import type { Deps, Limits } from './deps.ts'
import { openLoginLimits } from './limits-logins.ts'
import { type Counters, openCounterFile, openCounterTable } from './limits-store.ts'
import { take } from './limits-take.ts'
import { toNetwork } from './network-address.ts'

const hour = 60 * 60
const day = 24 * hour

type LimitsOptions = ({ readonly dataDir: string } | { readonly pool: Pool }) & {
  readonly isOn: boolean
  readonly hmac: Deps['hmac']
}

export async function openLimits(
  options: LimitsOptions,
): Promise<Limits & { readonly close: () => Promise<void> }> {
  if (!options.isOn) return { ...noLimits }
  const counters =
    'pool' in options ? await openCounterTable(options.pool) : openCounterFile(options.dataDir)
  // Who tried is nobody's business, and a key must not grow with what a stranger sends.
  const digest = (text: string) => options.hmac('limit', text)
  return {
    ...openLoginLimits(counters, digest),
    ...openGates(counters, digest),
    close: counters.close,
  }
}

function openGates(
  counters: Counters,
  digest: (text: string) => string,
): Pick<Limits, 'take' | 'giveBack'> {
  const network = (address: string) => digest(toNetwork(address))
  const gates: Record<Parameters<Limits['take']>[0], LimitGate> = {
    // A hasty student makes a call or two a second, a screen that opens some ten at once.
    session: {
      counter: new RateLimiterMemory({ points: 600, duration: 10 }),
      toKey: (tokenHash) => tokenHash,
    },
    registration: {
      counter: counters.open('registration', { points: 300, duration: hour }),
      toKey: network,
    },
    'registered-mailbox': {
      counter: counters.open('mailbox', { points: 10, duration: day }),
      toKey: (email) => digest(toMailbox(email)),
    },
    enquiry: { counter: counters.open('enquiry', { points: 30, duration: hour }), toKey: network },
    forgotten: {
      counter: counters.open('forgotten', { points: 5, duration: hour }),
      toKey: (email) => digest(email.trim().toLowerCase()),
    },
    // Three codes of a million are right at any time: at this pace a guess takes two years.
    'second-factor': {
      counter: counters.open('second-factor', { points: 20, duration: hour }),
      toKey: digest,
    },
    'forgotten-address': {
      counter: counters.open('forgotten-address', { points: 120, duration: hour }),
      toKey: network,
    },
  }
  return {
    take: (gate, key) => take(gates[gate].counter, gates[gate].toKey(key)),
    async giveBack(gate, key) {
      await gates[gate].counter.reward(gates[gate].toKey(key))
    },
  }
}

type LimitGate = {
  readonly counter: Pick<RateLimiterMemory, 'consume' | 'reward'>
  readonly toKey: (key: string) => string
}

const noLimits = {
  admitLogin: async () => ({ isSuspect: false, settle: async () => {} }),
  slowedNetworks: async () => [],
  forgiveNetwork: async () => {},
  take: async () => null,
  giveBack: async () => {},
  close: async () => {},
}
