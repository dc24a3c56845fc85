import type { Limited, Limits, LoginPlace, SlowedNetwork } from './deps.ts'
import type { Counters } from './limits-store.ts'
import { take } from './limits-take.ts'
import { toNetwork } from './network-address.ts'

const minute = 60
const day = 24 * 60 * minute

/** More wrong passwords than a class mistypes in its first minutes, and than a college does in a day. */
const caps = {
  burst: { points: 60, duration: 10 * minute },
  day: { points: 1_000, duration: day },
} as const
/** While a network is slowed: one account may try so often there … */
const accountPace = { points: 1, duration: 30 }
/** … and all together that were never logged in there. */
const strangersPace = { points: 5, duration: 10 }
/** More than one person mistypes in ten minutes. */
const suspectFrom = 10
const mostShown = 500
const mostNetworksShown = 20

type Note = {
  readonly network: string
  readonly subject: string
  readonly at: number
  readonly waitSeconds: number
}

type Judgement = {
  readonly isSlowed: boolean
  /** Wrong passwords came from there, and nothing tells this login from them. */
  readonly isSuspect: boolean
}

export type Slowdowns = {
  readonly api: Pick<Limits, 'slowedNetworks' | 'forgiveNetwork'>
  judge(network: string, place: LoginPlace): Promise<Judgement>
  /** The wait at a slowed network, or null when the try may go on. */
  hold(network: string, account: string, place: LoginPlace): Promise<Limited | null>
  countFailure(network: string): Promise<void>
  /** Kept to show an admin who waits there. */
  note(note: Note): Promise<void>
  forget(network: string, subject: string): Promise<void>
}

/**
 * A network with too many wrong passwords is slowed down, never shut out: whoever has logged in
 * there before has a pace of their own, and known devices are not slowed at all.
 */
export function openSlowdowns(counters: Counters, digest: (text: string) => string): Slowdowns {
  const perNetwork = {
    burst: counters.open('network-burst', caps.burst),
    day: counters.open('network', caps.day),
  }
  const perAccount = counters.open('slow-account', accountPace)
  const strangers = counters.open('slow-network', strangersPace)

  /** What of it has gone too far, if anything. */
  async function figuresOf(network: string) {
    const key = digest(network)
    for (const name of ['burst', 'day'] as const) {
      const count = await perNetwork[name].get(key)
      if (!count || count.consumedPoints < caps[name].points) continue
      const seconds = caps[name].duration - count.msBeforeNext / 1000
      return { failures: count.consumedPoints, seconds, leftMs: count.msBeforeNext }
    }
    return null
  }

  return {
    async judge(network, { kind }) {
      if (kind === 'device' || kind === 'let-in') return { isSlowed: false, isSuspect: false }
      const recent = await perNetwork.burst.get(digest(network))
      const isSuspect = kind === 'unknown' && (recent?.consumedPoints ?? 0) >= suspectFrom
      return { isSlowed: (await figuresOf(network)) !== null, isSuspect }
    },
    async hold(network, account, { kind }) {
      const crowded = kind === 'unknown' ? await take(strangers, digest(network)) : null
      return crowded ?? take(perAccount, digest(`${network} ${account}`))
    },
    async countFailure(network) {
      const key = digest(network)
      await Promise.all([perNetwork.burst.penalty(key), perNetwork.day.penalty(key)])
      const figures = await figuresOf(network)
      if (!figures) return
      await counters.query(
        `INSERT INTO slowed_networks (network, expire) VALUES (?, ?)
         ON CONFLICT (network) DO UPDATE SET expire = excluded.expire`,
        [network, Date.now() + figures.leftMs],
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
      async slowedNetworks() {
        const now = Date.now()
        const rows = await counters.query<{ network: string }>(
          `SELECT network FROM slowed_networks WHERE expire > ?
           ORDER BY expire DESC, network LIMIT ${mostNetworksShown}`,
          [now],
        )
        const slowed: SlowedNetwork[] = []
        for (const { network } of rows) {
          const figures = await figuresOf(network)
          if (!figures) continue
          const waiting = await counters.query<WaitingRow>(
            `SELECT subject, last_try_at, tries, expire FROM waiting_logins
             WHERE network = ? AND expire > ? ORDER BY last_try_at DESC LIMIT ${mostShown}`,
            [network, now],
          )
          slowed.push({
            network,
            failures: figures.failures,
            seconds: figures.seconds,
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
        const key = digest(network)
        await Promise.all([perNetwork.burst.delete(key), perNetwork.day.delete(key)])
        await counters.query('DELETE FROM slowed_networks WHERE network = ?', [network])
        await counters.query('DELETE FROM waiting_logins WHERE network = ?', [network])
      },
    },
  }
}

/** PostgreSQL sends BIGINT as text unless it is told otherwise. */
type WaitingRow = {
  readonly subject: string
  readonly last_try_at: number | string
  readonly tries: number | string
  readonly expire: number | string
}
