import '#server/platform/private-files.ts'
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { createDeps } from '#server/create-deps.ts'
import { acquireInstanceLock, describeFolderInUse } from '#server/database/instance-lock.ts'
import { tidyImages } from '#server/retention/tidy-images.ts'
import { readCommand } from './command-line/read-command.ts'

readCommand('set-images-aside')

/**
 * Puts aside for 30 days the pictures that no row names, also where the server leaves them as too
 * many.
 */
try {
  const config = readConfig(process.env)
  const release = config.DATABASE_URL ? () => {} : acquireInstanceLock(config.DATA_DIR)
  if (!release) throw new Error(`${describeFolderInUse(config.DATA_DIR)} Stop it first.`)
  const { deps, close } = await createDeps(config, pino({ level: 'warn' }))
  const before = await deps.images.listSetAside(Number.POSITIVE_INFINITY)
  await tidyImages({ ...deps, isAnyNumber: true })
  const after = await deps.images.listSetAside(Number.POSITIVE_INFINITY)
  console.log(
    `${after.length - before.length} pictures were put aside in ${deps.images.place}, ${after.length} lie there now. Each is erased 30 days after it was put aside, and comes back when a test or a student names it again.`,
  )
  await close()
  release()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
