import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { toMailbox } from '#core/registration.ts'
import type { Limits } from './deps.ts'
import { type Counters, openCounterFile, openCounterTable } from './limits-store.ts'
import { toNetwork } from './network-address.ts'

const day = 24 * 60 * 60

/** After so many failures, each further one doubles the wait. */
const freeTries = 10
const firstWaitSeconds = 10
const longestWaitSeconds = 15 * 60
const mostFailuresPerAddress = 1_000

type Given = ({ readonly dataDir: string } | { readonly pool: Pool }) & { readonly isOn: boolean }

export async function openLimits(
  given: Given,
): Promise<Limits & { readonly close: () => Promise<void> }> {
  if (!given.isOn) return noLimits
  const counters =
    'pool' in given ? await openCounterTable(given.pool) : openCounterFile(given.dataDir)
  return { ...failedLogins(counters), ...openGates(counters), close: counters.close }
}

function failedLogins(counters: Counters): Omit<Limits, 'take' | 'giveBack'> {
  const failures = counters.open('failures', { points: freeTries, duration: day })
  const waits = counters.open('waits', { points: 1, duration: longestWaitSeconds })
  const perAddress = counters.open('address', { points: mostFailuresPerAddress, duration: day })
  // Tries that are still being checked have not failed yet: without this a hundred sent at once
  // would all be let in before the first is counted.
  const underWay = new RateLimiterMemory({ points: freeTries, duration: firstWaitSeconds })

  return {
    async failedLogin(email, address) {
      const account = accountKey(email, address)
      const wait = await waits.get(account)
      if (wait) return secondsOf(wait)
      const all = await perAddress.get(addressKey(address))
      if (all && all.consumedPoints >= mostFailuresPerAddress) return secondsOf(all)
      return take(underWay, account)
    },
    async countFailedLogin(email, address) {
      const account = accountKey(email, address)
      await perAddress.penalty(addressKey(address))
      const { consumedPoints } = await failures.penalty(account)
      const wait = waitAfter(consumedPoints)
      if (wait > 0) await waits.block(account, wait)
    },
    async forgetFailedLogins(email, address) {
      const account = accountKey(email, address)
      await Promise.all([failures, waits, underWay].map((counter) => counter.delete(account)))
    },
  }
}

function openGates(counters: Counters): Pick<Limits, 'take' | 'giveBack'> {
  const registration = counters.open('registration', { points: 300, duration: 60 * 60 })
  // A hasty student makes a call or two a second, a screen that opens some ten at once.
  const session = new RateLimiterMemory({ points: 600, duration: 10 })
  const mailbox = counters.open('mailbox', { points: 10, duration: day })
  const enquiry = counters.open('enquiry', { points: 30, duration: 60 * 60 })
  const forgotten = counters.open('forgotten', { points: 5, duration: 60 * 60 })
  const forgottenAddress = counters.open('forgotten-address', { points: 120, duration: 60 * 60 })
  const sameKey = (key: string) => key
  const accountDigest = (email: string) => digest(email.trim().toLowerCase())
  const gates: Record<Parameters<Limits['take']>[0], LimitGate> = {
    session: { counter: session, toKey: sameKey },
    registration: { counter: registration, toKey: addressKey },
    'registered-mailbox': { counter: mailbox, toKey: (email) => digest(toMailbox(email)) },
    enquiry: { counter: enquiry, toKey: addressKey },
    forgotten: { counter: forgotten, toKey: accountDigest },
    'forgotten-address': { counter: forgottenAddress, toKey: addressKey },
  }
  return {
    take: (gate, key) => take(gates[gate].counter, gates[gate].toKey(key)),
    async giveBack(gate, key) {
      await gates[gate].counter.reward(gates[gate].toKey(key))
    },
  }
}

function waitAfter(failures: number): number {
  if (failures < freeTries) return 0
  return Math.min(firstWaitSeconds * 2 ** (failures - freeTries), longestWaitSeconds)
}

type LimitGate = {
  readonly counter: Pick<RateLimiterMemory, 'consume' | 'reward'>
  readonly toKey: (key: string) => string
}

type Taken = ReturnType<Limits['take']>

async function take(gate: Pick<RateLimiterMemory, 'consume'>, key: string): Taken {
  try {
    await gate.consume(key)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return secondsOf(refused)
    throw refused
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes) {
  return { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) }
}

function accountKey(email: string, address: string): string {
  return digest(`${email.trim().toLowerCase()} ${toNetwork(address)}`)
}

function addressKey(address: string): string {
  return digest(toNetwork(address))
}

/** Who tried is nobody's business, and a key must not grow with what a stranger sends. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

const noLimits = {
  failedLogin: async () => null,
  countFailedLogin: async () => {},
  forgetFailedLogins: async () => {},
  take: async () => null,
  giveBack: async () => {},
  close: async () => {},
}
