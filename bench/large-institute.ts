import { resolve } from 'node:path'
import { runQuietly } from '#programs/run-command.ts'
import { seedLarge } from '../demo/large/seed-large.ts'
import { prepareFolder } from '../demo/prepare-folder.ts'
import { launchServer } from './child-server.ts'
import { startPostgres } from './postgres-server.ts'
import type { SetUp } from './set-up.ts'

type LargeInstitute = {
  /** For a server on it. */
  readonly environment: Readonly<{ DATA_DIR: string } & Record<string, string>>
  readonly databasePid: number | null
  close(): Promise<void>
}

/**
 * 10,000 students, 500 tests and 100,000 attempts in DATA_DIR, where they stay for the next run. For
 * PostgreSQL they are moved to one that is started for this, or were moved before to the one that
 * DATABASE_URL names.
 */
export async function openLargeInstitute(engine: SetUp['engine']): Promise<LargeInstitute> {
  const folder = resolve(process.env.DATA_DIR || './data-demo-large')
  const seed = (dataDir: string) => seedLarge(dataDir, Date.now())
  await prepareFolder({ folder, kind: 'large', isFresh: false, seed })
  if (engine === 'sqlite') {
    return { environment: { DATA_DIR: folder }, databasePid: null, async close() {} }
  }

  const database = await startPostgres()
  if (database.pid !== null) {
    // A folder of an earlier version gets the tables of this one.
    await (await launchServer('institute-server.ts', { DATA_DIR: folder })).stop()
    const environment = { DATA_DIR: folder, DATABASE_URL: database.url }
    const code = await runQuietly('node', ['scripts/move-to-postgres.ts'], { environment })
    if (code !== 0) throw new Error('The institute was not moved to PostgreSQL.')
  }
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: database.url },
    databasePid: database.pid,
    close: () => database.stop(),
  }
}
