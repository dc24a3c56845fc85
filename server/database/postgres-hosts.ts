import { Client, type ClientConfig, type Pool, type PoolConfig } from 'pg'
import { listHostUrls } from './postgres-url.ts'

/**
 * How a pool connects. Of several servers it uses the one that takes writes: each connection that
 * fails, or meets a standby, makes the next one try the next server.
 */
export function toConnectionConfig(url: string): PoolConfig {
  const urls = listHostUrls(url)
  if (urls.length === 1) return { connectionString: url }
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

  return {
    connectionString: urls[0],
    Client: ClientOfOneHost as never,
    async onConnect(client) {
      const { rows } = await client.query('SHOW transaction_read_only')
      if (rows[0].transaction_read_only === 'off') return
      turnFrom((client as ClientOfOneHost).place)
      throw new StandbyError()
    },
  }
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
      if (tries >= length) throw error
    }
  }
}
