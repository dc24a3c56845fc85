import '#server/platform/private-files.ts'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { rotateImageKey } from './rotate-image-key/rotate-image-key.ts'

const serversStoppedFlag = '--servers-are-stopped'

try {
  const { DATABASE_URL, DATA_DIR, IMAGES_URL, IMAGE_KEY } = readConfig(process.env)
  if (DATABASE_URL && !process.argv.includes(serversStoppedFlag)) {
    throw new Error(`Stop every server on this database first, then add ${serversStoppedFlag}.`)
  }
  const releaseLock = acquireInstanceLock(DATA_DIR)
  if (!releaseLock) throw new Error(`A server is using the folder ${DATA_DIR}. Stop it first.`)
  const imagesFolder = IMAGES_URL ?? join(DATA_DIR, 'images')
  const { done, failed } = await rotateImageKey({
    dataDir: DATA_DIR,
    imagesFolder,
    setting: IMAGE_KEY,
  }).finally(releaseLock)
  console.log(`Sealed with the new key: ${done}.`)
  if (failed.length > 0) {
    throw new Error(
      `Not opened by any key, and left as they are: ${failed.join(', ')}. The old keys are kept.`,
    )
  }
  if (IMAGE_KEY) console.log('Now take the old keys out of IMAGE_KEY.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
