import '#server/platform/private-files.ts'
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { getImagesFolder } from '#server/platform/images/open-image-files.ts'
import { instituteFolder } from '../institute-folder.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { restoreOwnFiles } from './backup/restore-own-files.ts'
import { describeRunningTests, readRunningTests } from './backup/running-tests.ts'
import { readCommand } from './command-line/read-command.ts'

const { words } = readCommand('restore')

try {
  const config = readConfig(process.env)
  const { DATABASE_URL, DATA_DIR, IMAGE_KEY } = config
  if (DATABASE_URL) {
    throw new Error(
      'The database is on PostgreSQL: restore it with pg_restore. See docs/running.md.',
    )
  }
  const imagesFolder = getImagesFolder(config)
  if (imagesFolder === null) {
    throw new Error(
      'Leave IMAGES_URL out, restore, and then run npm run move-images with it: pictures in a bucket are not overwritten.',
    )
  }
  const from = resolve(words[0] ?? '')
  const manifest = await restoreBackup({
    from,
    dataDir: DATA_DIR,
    imagesFolder,
    imageKey: IMAGE_KEY,
  })
  const { madeAt, rows, identityPictures } = manifest
  const counts = Object.entries(rows).map(([table, count]) => `${count} ${table}`)
  console.log(`Restored into ${resolve(DATA_DIR)}, as of ${madeAt}: ${counts.join(', ')}.`)
  const interrupted = describeRunningTests(readRunningTests(DATA_DIR, Date.parse(madeAt)))
  if (interrupted) console.log(interrupted)
  const own = await restoreOwnFiles(from, manifest, instituteFolder)
  if (own) console.log(own)
  if (identityPictures === 'left out') {
    console.log(
      'Identity pictures are not in this backup: students’ pages say that they are missing.',
    )
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
