import { normalizeEmail } from '#core/accounts/email.ts'
import { toNetwork } from '../network-address.ts'
import { type Counters, type RateLimited, toRateLimited } from './counters.ts'
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
  counters.open('failures', { points: freeTries, duration: day })
  const waits = counters.open('waits', { points: 1, duration: maxWaitSeconds })
  counters.open('unknown', { points: triesFromUnknownPlaces, duration: hour })
  const slowdowns = createSlowdowns(counters, digest)
  const underWay = createTally()

  return {
    ...slowdowns.api,
    async admitLogin({ email, address, place, subject, at }) {
      const account = normalizeEmail(email)
      const network = toNetwork(address)
      const key = digest(`${place.kind} ${place.value} ${account}`)
      const own = [
        { name: 'waits', key },
        { name: 'failures', key },
      ] as const
      const shared = place.kind === 'unknown' ? { name: 'unknown', key: digest(account) } : null
      const ofNetwork = isTrustedPlace(place) ? [] : slowdowns.listCounters(network)
      // Tries under way may still fail, so they count: a hundred at once must not all pass.
      const others = underWay.add(key)
      const leave = () => underWay.remove(key)

      const [wait, failed, ...counts] = await counters.read([...own, ...ofNetwork])
      const { isSlowed, isSuspect } = slowdowns.assess([counts[0], counts[1]], place)
      const refuse = async (limited: RateLimited) => {
        leave()
        if (isSlowed)
          await slowdowns.note({ network, subject, at, waitSeconds: limited.retryAfterSeconds })
        return limited
      }
      const slowed = isSlowed ? await slowdowns.takeTurn(network, account, place) : null
      if (slowed) return refuse(slowed)
      if (wait) return refuse(toRateLimited(wait))
      if (others >= Math.max(1, freeTries - (failed?.points ?? 0)))
        return refuse({ retryAfterSeconds: 1 })
      if (shared && !(await counters.prolong(shared))) {
        const [count] = await counters.read([shared])
        return refuse(toRateLimited(count ?? { msLeft: 0 }))
      }

      async function settleWrong() {
        const [failures, ...networkCounts] = await counters.add([own[1], ...ofNetwork])
        const waitSeconds = getWaitSeconds(failures?.points ?? 0)
        if (waitSeconds > 0) await waits.block(key, waitSeconds)
        if (isTrustedPlace(place)) return
        await slowdowns.markExcess(network, [networkCounts[0], networkCounts[1]])
        if (isSlowed) await slowdowns.note({ network, subject, at, waitSeconds })
      }

      let isSettled = false
      return {
        isSuspect,
        async settle(outcome) {
          if (isSettled) return
          isSettled = true
          try {
            if (outcome === 'wrong') return await settleWrong()
            if (shared) await counters.decrement(shared)
            if (outcome === 'right') {
              await counters.remove(own)
              // Waiting logins are shown while the network is slowed.
              if (isSlowed || isTrustedPlace(place)) await slowdowns.forget(network, subject)
            }
          } finally {
            leave()
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
