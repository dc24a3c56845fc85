import type { Pool, PoolClient } from 'pg'
import type { Logger } from 'pino'

/** Hints between processes on one PostgreSQL: without content, and none is sent again. */
export type Signals = {
  send(name: string): Promise<void>
  /** Called for signals of every process, this one too, and where some may have been missed. */
  listen(name: string, onSignal: () => void): void
}

const reconnectMs = 5_000

/** Keeps one connection of the pool from the first `listen` on, and connects anew when it is lost. */
export function createSignals(
  pool: Pool,
  log: Pick<Logger, 'warn'>,
): Signals & { close(): Promise<void> } {
  const listeners = new Map<string, () => void>()
  let client: PoolClient | null = null
  let connecting: Promise<void> | null = null
  let isClosed = false
  let isLost = false

  async function connect() {
    const connected = await pool.connect()
    if (isClosed) return connected.release(true)
    client = connected
    connected.on('notification', ({ channel }) => listeners.get(channel)?.())
    connected.once('error', lose)
    connected.once('end', lose)
    for (const name of listeners.keys()) await connected.query(`LISTEN ${name}`)
    if (isLost) assumeMissed()
    isLost = false
  }

  function assumeMissed() {
    isLost = true
    for (const onSignal of listeners.values()) onSignal()
  }

  function lose() {
    if (!client || isClosed) return
    client.removeListener('error', lose)
    client.removeListener('end', lose)
    client.release(true)
    client = null
    assumeMissed()
    setTimeout(open, reconnectMs).unref()
  }

  function open() {
    if (isClosed) return
    connecting ??= connect()
      .catch((err: unknown) => {
        log.warn({ err }, 'signals of other processes are not heard')
        assumeMissed()
        setTimeout(open, reconnectMs).unref()
      })
      .finally(() => {
        connecting = null
      })
  }

  return {
    async send(name) {
      await pool.query('SELECT pg_notify($1, $2)', [name, ''])
    },
    listen(name, onSignal) {
      listeners.set(name, onSignal)
      // On a connection that ends before, nobody waits for it; the next one listens to all names.
      if (client) client.query(`LISTEN ${name}`).catch(() => {})
      else open()
    },
    async close() {
      isClosed = true
      await connecting
      client?.removeAllListeners('end')
      client?.release(true)
      client = null
    },
  }
}
