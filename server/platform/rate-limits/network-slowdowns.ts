import { toNetwork } from '../network-address.ts'
import type { Count, CounterKey } from './counter-batches.ts'
import { type Counters, consume, type RateLimited } from './counters.ts'

/** The place that a login comes from, as far as the account knows it; each place has a budget. */
export type LoginPlace = {
  readonly kind: 'device' | 'let-in' | 'network' | 'unknown'
  /** The device's id, or the network. */
  readonly value: string
}

/** A network whose logins are slowed down, with the accounts that wait there. */
export type SlowedNetwork = {
  readonly network: string
  /** Wrong passwords, and in how many seconds they came. */
  readonly failures: number
  readonly seconds: number
  readonly waiting: readonly {
    readonly subject: string
    readonly lastTryAt: number
    readonly tries: number
    readonly retryAfterSeconds: number
  }[]
}

const minute = 60
const day = 24 * 60 * minute

/** More wrong passwords than a class mistypes in its first minutes, and than a college does in a day. */
const caps = {
  burst: { points: 60, duration: 10 * minute },
  day: { points: 1_000, duration: day },
} as const
const names = { burst: 'network-burst', day: 'network' } as const
/** While a network is slowed: one account may try so often there … */
const accountPace = { points: 1, duration: 30 }
/** … and all together that were never logged in there. */
const unknownAccountsPace = { points: 5, duration: 10 }
/** More than one person mistypes in ten minutes. */
const suspectFrom = 10
const maxWaitingShown = 500
const maxNetworksShown = 20

type WaitingLogin = {
  readonly network: string
  readonly subject: string
  readonly at: number
  readonly waitSeconds: number
}

type NetworkAssessment = {
  readonly isSlowed: boolean
  /** Wrong passwords came from there, and this login cannot be told apart from them. */
  readonly isSuspect: boolean
}

/** The counters of a network. */
type NetworkCounts = readonly [burst?: Count | null, day?: Count | null]

export type Slowdowns = {
  readonly api: {
    listSlowedNetworks(): Promise<readonly SlowedNetwork[]>
    /** Its wrong passwords are forgotten: it is no longer slowed down. */
    forgiveNetwork(address: string): Promise<void>
  }
  /** The counters of a network: what came lately, and in a day. */
  listCounters(network: string): readonly [burst: CounterKey, day: CounterKey]
  assess(counts: NetworkCounts, place: LoginPlace): NetworkAssessment
  /** The wait at a slowed network, or null when the try may go on. */
  takeTurn(network: string, account: string, place: LoginPlace): Promise<RateLimited | null>
  /** To be called with what a wrong password was counted to. */
  markExcess(network: string, counts: NetworkCounts): Promise<void>
  /** Kept to show an admin who waits there. */
  note(note: WaitingLogin): Promise<void>
  forget(network: string, subject: string): Promise<void>
}

/**
 * A network with too many wrong passwords is slowed down, never locked out: an account that has
 * logged in there before has a pace of its own, and known devices are not slowed at all.
 */
export function createSlowdowns(counters: Counters, digest: (text: string) => string): Slowdowns {
  counters.open(names.burst, caps.burst)
  counters.open(names.day, caps.day)
  const perAccount = counters.open('slow-account', accountPace)
  const unknownAccounts = counters.open('slow-network', unknownAccountsPace)

  const listCounters = (network: string) => {
    const key = digest(network)
    return [
      { name: names.burst, key },
      { name: names.day, key },
    ] as const
  }

  return {
    listCounters,
    assess(counts, { kind }) {
      if (kind === 'device' || kind === 'let-in') return { isSlowed: false, isSuspect: false }
      const isSuspect = kind === 'unknown' && (counts[0]?.points ?? 0) >= suspectFrom
      return { isSlowed: findExcess(counts) !== null, isSuspect }
    },
    async takeTurn(network, account, { kind }) {
      const sharedLimit =
        kind === 'unknown' ? await consume(unknownAccounts, digest(network)) : null
      return sharedLimit ?? consume(perAccount, digest(`${network} ${account}`))
    },
    async markExcess(network, counts) {
      const excess = findExcess(counts)
      if (!excess) return
      await counters.query(
        `INSERT INTO slowed_networks (network, expire) VALUES (?, ?)
         ON CONFLICT (network) DO UPDATE SET expire = excluded.expire`,
        [network, Date.now() + excess.msLeft],
      )
    },
    async note({ network, subject, at, waitSeconds }) {
      await counters.query(
        `INSERT INTO waiting_logins (network, subject, last_try_at, tries, expire) VALUES (?, ?, ?, 1, ?)
         ON CONFLICT (network, subject) DO UPDATE SET last_try_at = excluded.last_try_at,
         tries = waiting_logins.tries + 1, expire = excluded.expire`,
        [network, subject, at, Date.now() + waitSeconds * 1000],
      )
    },
    async forget(network, subject) {
      await counters.query('DELETE FROM waiting_logins WHERE network = ? AND subject = ?', [
        network,
        subject,
      ])
    },
    api: {
      async listSlowedNetworks() {
        const now = Date.now()
        const rows = await counters.query<{ network: string }>(
          `SELECT network FROM slowed_networks WHERE expire > ?
           ORDER BY expire DESC, network LIMIT ${maxNetworksShown}`,
          [now],
        )
        const slowed: SlowedNetwork[] = []
        for (const { network } of rows) {
          const [burst, day] = await counters.read(listCounters(network))
          const excess = findExcess([burst, day])
          if (!excess) continue
          const waiting = await counters.query<WaitingRow>(
            `SELECT subject, last_try_at, tries, expire FROM waiting_logins
             WHERE network = ? AND expire > ? ORDER BY last_try_at DESC LIMIT ${maxWaitingShown}`,
            [network, now],
          )
          slowed.push({
            network,
            failures: excess.failures,
            seconds: excess.seconds,
            waiting: waiting.map((row) => ({
              subject: row.subject,
              lastTryAt: Number(row.last_try_at),
              tries: Number(row.tries),
              retryAfterSeconds: Math.ceil((Number(row.expire) - now) / 1000),
            })),
          })
        }
        return slowed
      },
      async forgiveNetwork(address) {
        const network = toNetwork(address)
        await counters.remove(listCounters(network))
        await counters.query('DELETE FROM slowed_networks WHERE network = ?', [network])
        await counters.query('DELETE FROM waiting_logins WHERE network = ?', [network])
      },
    },
  }
}

/** PostgreSQL sends BIGINT as text. */
type WaitingRow = {
  readonly subject: string
  readonly last_try_at: number | string
  readonly tries: number | string
  readonly expire: number | string
}

/** Finds the counter that has gone too far, if any. */
function findExcess([burst, day]: NetworkCounts) {
  for (const [count, { points, duration }] of [
    [burst, caps.burst],
    [day, caps.day],
  ] as const) {
    if (!count || count.points < points) continue
    const { msLeft } = count
    return { failures: count.points, seconds: duration - msLeft / 1000, msLeft }
  }
  return null
}
