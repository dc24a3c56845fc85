import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { normalizeEmail } from '#core/accounts/email.ts'
import { toNetwork } from '../network-address.ts'
import { type Counters, consume, type RateLimited, toRateLimited } from './counters.ts'
import { createSlowdowns, type LoginPlace, type Slowdowns } from './network-slowdowns.ts'

const day = 24 * 60 * 60
const hour = 60 * 60

/** After so many failures at one place, each further one doubles the wait. */
const freeTries = 10
const firstWaitSeconds = 10
const maxWaitSeconds = 15 * 60
/** For one account, from all unknown places together; reset after an hour without a try. */
const triesFromUnknownPlaces = 20

type LoginAttempt = {
  readonly email: string
  readonly address: string
  readonly place: LoginPlace
  /** The account's id if there is one, so that an admin can see who waits. */
  readonly subject: string
  readonly at: number
}

type AdmittedLogin = {
  /** From a network with wrong passwords, at a place the account is not known at: it goes last. */
  readonly isSuspect: boolean
  /** `unanswered` if the server was too busy to check: nothing is counted then. */
  settle(outcome: 'right' | 'wrong' | 'unanswered'): Promise<void>
}

export type LoginLimits = Slowdowns['api'] & {
  /** Called before a password is compared; `settle` reports the outcome. */
  admitLogin(login: LoginAttempt): Promise<RateLimited | AdmittedLogin>
}

/**
 * Failed logins of one account have a budget for each place the account is known at, and one for
 * all unknown places together, so that guessing from elsewhere never locks the owner out. Unknown
 * accounts are counted in the same way.
 */
export function createLoginLimits(
  counters: Counters,
  digest: (text: string) => string,
): LoginLimits {
  const failures = counters.open('failures', { points: freeTries, duration: day })
  const waits = counters.open('waits', { points: 1, duration: maxWaitSeconds })
  const unknown = counters.open('unknown', { points: triesFromUnknownPlaces, duration: hour })
  const slowdowns = createSlowdowns(counters, digest)
  const underWay = createTally()

  /** Null if this try may go on; it counts as in progress until it is settled. */
  async function enterPlace(key: string): Promise<RateLimited | null> {
    const others = underWay.add(key)
    const [wait, failed] = await Promise.all([waits.get(key), failures.get(key)])
    // Tries under way may still fail, so they count: a hundred at once must not all pass.
    const free = Math.max(1, freeTries - (failed?.consumedPoints ?? 0))
    if (!wait && others < free) return null
    underWay.remove(key)
    return wait ? toRateLimited(wait) : { retryAfterSeconds: 1 }
  }

  async function countFailure(key: string): Promise<number> {
    const { consumedPoints } = await failures.penalty(key)
    const wait = getWaitSeconds(consumedPoints)
    if (wait > 0) await waits.block(key, wait)
    return wait
  }

  return {
    ...slowdowns.api,
    async admitLogin({ email, address, place, subject, at }) {
      const account = normalizeEmail(email)
      const network = toNetwork(address)
      const key = digest(`${place.kind} ${place.value} ${account}`)
      const { isSlowed, isSuspect } = await slowdowns.assess(network, place)
      const recordRefusal = async (limited: RateLimited) => {
        if (isSlowed)
          await slowdowns.note({ network, subject, at, waitSeconds: limited.retryAfterSeconds })
        return limited
      }

      if (isSlowed) {
        const slowed = await slowdowns.takeTurn(network, account, place)
        if (slowed) return recordRefusal(slowed)
      }
      const limited = await enterPlace(key)
      if (limited) return recordRefusal(limited)
      const sharedKey = place.kind === 'unknown' ? digest(account) : null
      const sharedLimit = sharedKey && (await consume(unknown, sharedKey))
      if (sharedLimit) {
        underWay.remove(key)
        return recordRefusal(sharedLimit)
      }
      if (sharedKey) await counters.extend('unknown', sharedKey, hour * 1000)

      let isSettled = false
      return {
        isSuspect,
        async settle(outcome) {
          if (isSettled) return
          isSettled = true
          try {
            if (outcome === 'wrong') {
              const waitSeconds = await countFailure(key)
              if (isTrustedPlace(place)) return
              await slowdowns.countFailure(network)
              if (isSlowed) await slowdowns.note({ network, subject, at, waitSeconds })
              return
            }
            if (sharedKey) await refund(unknown, sharedKey)
            if (outcome === 'right') {
              await Promise.all([failures.delete(key), waits.delete(key)])
              await slowdowns.forget(network, subject)
            }
          } finally {
            underWay.remove(key)
          }
        },
      }
    },
  }
}

/** Wrong tries there are typing errors: they are no reason to slow down a network. */
function isTrustedPlace({ kind }: LoginPlace): boolean {
  return kind === 'device' || kind === 'let-in'
}

/** A row without points would only fill the file. */
async function refund(counter: RateLimiterAbstract, key: string): Promise<void> {
  const { consumedPoints } = await counter.reward(key)
  if (consumedPoints <= 0) await counter.delete(key)
}

function getWaitSeconds(failures: number): number {
  if (failures < freeTries) return 0
  return Math.min(firstWaitSeconds * 2 ** (failures - freeTries), maxWaitSeconds)
}

/** How many of each key are under way in this process. */
function createTally() {
  const counts = new Map<string, number>()
  return {
    /** How many were there before. */
    add(key: string): number {
      const before = counts.get(key) ?? 0
      counts.set(key, before + 1)
      return before
    },
    remove(key: string) {
      const remaining = (counts.get(key) ?? 0) - 1
      if (remaining > 0) counts.set(key, remaining)
      else counts.delete(key)
    },
  }
}
