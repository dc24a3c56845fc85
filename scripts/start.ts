import '#server/platform/private-files.ts'
import '#server/platform/thread-pool.ts'
import { buildWeb } from './build-web.ts'
import { readCommand } from './command-line/read-command.ts'
import { listStale } from './pictured-screens.ts'

readCommand('start')

await buildWeb({ beforeBuild: refuseFolderInUse })
for (const line of listStale()) console.log(line)
await import('#server/main.ts')

/** A minute of building would be in vain. The server takes the lock itself once it starts. */
async function refuseFolderInUse() {
  const { readConfig } = await import('#server/config.ts')
  const { acquireInstanceLock, describeFolderInUse } = await import(
    '#server/database/instance-lock.ts'
  )
  try {
    const { DATABASE_URL, DATA_DIR } = readConfig(process.env)
    const release = DATABASE_URL ? () => {} : acquireInstanceLock(DATA_DIR)
    if (!release) throw new Error(describeFolderInUse(DATA_DIR))
    release()
  } catch (error) {
    console.error(`Could not start: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
