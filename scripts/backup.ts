import '#server/platform/private-files.ts'
import { resolve } from 'node:path'
import { readConfig } from '#server/config.ts'
import { createImageFiles } from '#server/platform/images/open-image-files.ts'
import { instituteFolder } from '../institute-folder.ts'
import { keyName } from './backup/manifest.ts'
import { writeBackup } from './backup/write-backup.ts'
import { readCommand } from './command-line/read-command.ts'

const { values, words } = readCommand('backup')

try {
  const config = readConfig(process.env)
  const { DATABASE_URL, DATA_DIR, IMAGE_KEY } = config
  if (DATABASE_URL) {
    throw new Error(
      'The database is on PostgreSQL: back it up with pg_dump, then copy the folder of the images. See docs/running.md.',
    )
  }
  const { folder, manifest } = await writeBackup({
    dataDir: DATA_DIR,
    images: await createImageFiles(config),
    imageKey: IMAGE_KEY,
    ownFolder: instituteFolder,
    withIdentityPictures: values['with-identity-pictures'],
    into: resolve(words[0] ?? 'backups'),
    at: new Date(),
  })
  const { rows, files, warnings } = manifest
  const counts = Object.entries(rows).map(([table, count]) => `${count} ${table}`)
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  console.log(`${folder}\n${counts.join(', ')}; ${files.length} files, ${megabytes.toFixed(1)} MB.`)
  if (files.some(({ path }) => path === keyName)) {
    console.log(`${keyName} opens the identity images: keep it apart from them.`)
  } else {
    console.log(
      'Identity pictures and their key are left out; --with-identity-pictures takes them along.',
    )
  }
  for (const warning of warnings) console.error(`Warning: ${warning}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
