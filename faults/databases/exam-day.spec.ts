import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { pickByRunLength } from '#test/long-run.ts'
import { createOwnDatabase } from '#test/own-database.ts'
import { type Cluster, createCluster, findPostgresPrograms } from '../postgres/debian-cluster.ts'
import { refusedPooler, startInVain } from '../postgres/start-in-vain.ts'
import { howToInstall, isInstalled, runPgbouncer } from '../run-pgbouncer.ts'
import { runExamDay } from './exam-day.ts'
import { openDay } from './open-day.ts'

type Version = 'embedded' | 'Debian'
/** The default isolation of the database, or the mode of the pooler in front of it. */
type Setting = 'read committed' | 'serializable' | 'repeatable read' | 'PgBouncer in session mode'
type Row = { readonly version: Version; readonly setting: Setting }

const versions: readonly Version[] = ['embedded', 'Debian']
const settings: readonly Setting[] = [
  'read committed',
  'serializable',
  'repeatable read',
  'PgBouncer in session mode',
]

/** The long form is `npm run faults -- databases --long`. */
const rows: readonly Row[] = pickByRunLength(
  versions.flatMap((version) => settings.map((setting) => ({ version, setting }))),
  [{ version: 'embedded', setting: 'serializable' }],
)

let debian: Promise<Cluster> | null = null
afterAll(async () => (await debian)?.remove())

async function createDatabase(version: Version) {
  if (version === 'Debian') debian ??= createCluster()
  const url = version === 'Debian' ? (await debian)?.url : inject('postgresUrl')
  const database = await createOwnDatabase(url ?? '')
  onTestFinished(() => database.drop().then(() => {}))
  return database
}

/** Says what has to be installed first. */
function findMissing(version: Version, isPooled: boolean): string | null {
  if (isPooled && !isInstalled()) return howToInstall
  try {
    if (version === 'Debian') findPostgresPrograms()
    return null
  } catch (error) {
    return String(error)
  }
}

function createFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'exam-day-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function openPooler(databaseUrl: string, mode: 'session' | 'transaction') {
  const { url, stop } = await runPgbouncer({ folder: createFolder(), databaseUrl, mode })
  onTestFinished(stop)
  return url
}

// Each start is a process, and the machine may be busy.
describe('a whole exam day', { timeout: 240_000 }, () => {
  it.for(rows)(
    'runs on $version PostgreSQL with $setting',
    async ({ version, setting }, { skip }) => {
      const isPooled = setting === 'PgBouncer in session mode'
      const missing = findMissing(version, isPooled)
      skip(missing !== null, missing ?? '')
      const { url, alter } = await createDatabase(version)
      if (!isPooled) await alter(`SET default_transaction_isolation = '${setting}'`)
      const databaseUrl = isPooled ? await openPooler(url, 'session') : url
      const day = await openDay({ databaseUrl, dataDir: createFolder() })
      onTestFinished(day.close)
      expect(await runExamDay(day)).toHaveLength(13)
      expect(day.errors).toEqual([])
    },
  )

  it.for(pickByRunLength(versions, []))(
    'does not start on %s PostgreSQL with PgBouncer in transaction mode',
    async (version, { skip }) => {
      const missing = findMissing(version, true)
      skip(missing !== null, missing ?? '')
      const { url } = await createDatabase(version)
      const pooledUrl = await openPooler(url, 'transaction')
      expect(await startInVain(pooledUrl, createFolder())).toEqual(refusedPooler)
    },
  )
})
