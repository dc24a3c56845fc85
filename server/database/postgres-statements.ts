import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { Pool, PoolClient } from 'pg'

const names = new Map<string, string>()

/** From now on each connection has PostgreSQL parse and plan this statement once, not at each call. */
export function prepareOnce(text: string) {
  if (!names.has(text)) names.set(text, `s${names.size}`)
}

/**
 * PostgreSQL's error for a prepared `SELECT *` once a migration has added a column to its table.
 */
export const planOutdated = '0A000'

/**
 * The pool as Kysely uses it, with names for the statements that are prepared. After a migration by
 * another process they are prepared again, under other names; a transaction has to be tried again
 * as a whole.
 */
export function prepareStatements(pool: Pool): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>()
  let generation = 0

  function wrap(client: PoolClient): PostgresPoolClient {
    async function query(text: string, values: readonly unknown[]) {
      const run = () => {
        const name = names.get(text)
        return client.query({
          text,
          values: [...values],
          ...(name && { name: `${name}_${generation}` }),
        })
      }
      try {
        return await run()
      } catch (error) {
        if (!isPlanOutdated(error)) throw error
        generation += 1
        if (client.getTransactionStatus() !== 'I') throw error
        return run()
      }
    }
    // Kysely reads rows through a cursor only where it was given one.
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (isBroken) => client.release(isBroken),
    }
  }

  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect()
      const known = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, known)
      return known
    },
    end: () => pool.end(),
  }
}

function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === planOutdated
}
