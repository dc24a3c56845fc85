import { hostname } from 'node:os'
import { Client, type ClientConfig, Pool, type PoolConfig } from 'pg'
import { explainConnectionError } from './postgres-errors.ts'
import { listHostUrls, toDriverUrl } from './postgres-url.ts'

type PoolOptions = Omit<PoolConfig, 'connectionString' | 'Client'>

/**
 * A pool that uses the one of several servers that takes writes: each connection that fails, or
 * meets a standby, makes the next one try the next server. The caller's `onConnect` runs after
 * that.
 */
export function createPool(url: string, { onConnect, ...rest }: PoolOptions): Pool {
  const options = { application_name: `academy, process ${process.pid} on ${hostname()}`, ...rest }
  const urls = listHostUrls(toDriverUrl(url))
  if (urls.length === 1) {
    return new Pool({
      ...options,
      connectionString: toDriverUrl(url),
      ...(onConnect && { onConnect }),
    })
  }
  let current = 0
  const turnFrom = (failed: number) => {
    if (current === failed) current = (failed + 1) % urls.length
  }

  class ClientOfOneHost extends Client {
    readonly place: number

    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: urls[current] })
      this.place = current
    }

    // The pool passes a callback.
    override connect(callback?: unknown): Promise<Client> {
      const onConnect = (error?: Error) => {
        if (error) turnFrom(this.place)
        if (typeof callback === 'function') callback(error)
      }
      return super.connect(onConnect) as never
    }
  }

  return new Pool({
    ...options,
    connectionString: urls[0],
    Client: ClientOfOneHost as never,
    async onConnect(client) {
      const { rows } = await client.query('SHOW transaction_read_only')
      if (rows[0].transaction_read_only !== 'off') {
        turnFrom((client as ClientOfOneHost).place)
        throw new StandbyError()
      }
      await onConnect?.(client)
    },
  })
}

/** Nothing can be written there; after a fail-over another server, or this one, is the primary. */
class StandbyError extends Error {
  /** PostgreSQL's own code for a write on a standby. */
  readonly code = '25006'

  constructor() {
    super('None of the servers in DATABASE_URL takes writes: this one is a standby.')
  }
}

/** @throws when none of the servers that the address names can be reached and takes writes */
export async function connectToPrimary(pool: Pool, url: string): Promise<void> {
  const { length } = listHostUrls(url)
  for (let tries = 1; ; tries++) {
    try {
      const client = await pool.connect()
      return client.release()
    } catch (error) {
      if (tries >= length) throw explainConnectionError(error, url)
    }
  }
}
