import { once } from 'node:events'
import { Pool } from 'pg'
import { expect, inject, it, vi } from 'vitest'
import { silentLog } from '#test/test-databases.ts'
import { createSignals } from './postgres-signals.ts'

it.runIf(process.env.ENGINE === 'postgres')(
  'a connection that ends while it begins to listen leaves no error behind',
  async () => {
    const pool = new Pool({ connectionString: inject('postgresUrl'), max: 2 })
    const signals = createSignals(pool, silentLog)
    const onSignal = vi.fn()
    signals.listen('a_signal', onSignal)
    await vi.waitFor(async () => {
      await signals.send('a_signal')
      expect(onSignal).toHaveBeenCalled()
    }, 20_000)
    const onRejection = vi.fn()
    process.on('unhandledRejection', onRejection)
    const ended = once(pool, 'remove')
    signals.listen('another_signal', () => {})
    await signals.close()
    await ended
    process.off('unhandledRejection', onRejection)
    await pool.end()
    expect(onRejection).not.toHaveBeenCalled()
  },
)
