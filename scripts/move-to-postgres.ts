import '#server/platform/private-files.ts'
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { describeImagesUrl } from '#server/platform/images/bucket-url.ts'
import { readCommand } from './command-line/read-command.ts'
import { moveInstitute } from './move/move-institute.ts'

readCommand('move-to-postgres')

try {
  const { DATABASE_URL, DATA_DIR, IMAGES_URL } = readConfig(process.env)
  if (!DATABASE_URL) {
    throw new Error(
      'Set DATABASE_URL to the empty PostgreSQL database that the institute moves to.',
    )
  }
  const startedAt = performance.now()
  const { rows, tables } = await moveInstitute({
    dataDir: DATA_DIR,
    databaseUrl: DATABASE_URL,
    print: console.log,
  })
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const folder = resolve(DATA_DIR)
  const images = IMAGES_URL
    ? `, and IMAGES_URL as it is now (${describeImagesUrl(IMAGES_URL)})`
    : ''
  console.log(
    `Moved ${rows.toLocaleString('en-US')} rows of ${tables} tables in ${seconds} s. ${folder}/institute.db is unchanged; never start a server on it again.`,
  )
  console.log(
    `From now on start the server with DATABASE_URL as it is now, and still with DATA_DIR=${folder}${images}: images and keys stay there.`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
