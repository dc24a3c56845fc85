import '#server/platform/private-files.ts'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { writeAtomically } from '#server/platform/atomic-file.ts'
import {
  decrypt,
  encrypt,
  encryptedSuffix,
  isEncryptedWithNewest,
  type KeyRing,
  makeImageKey,
  parseKeyRing,
  readImageKeyFile,
  writeImageKeyFile,
} from '#server/platform/images/image-encryption.ts'

type RotateOptions = {
  readonly dataDir: string
  readonly imagesFolder: string
  /** IMAGE_KEY, the new key first. */
  readonly setting: string | undefined
}

type Rotation = { readonly done: number; readonly failed: readonly string[] }

/**
 * Encrypts every identity picture with a new key. The old keys stay in the ring until the last
 * picture is done, and each picture names its key: a run that was killed continues where it
 * stopped, with the same new key.
 */
export async function rotateImageKey(options: RotateOptions): Promise<Rotation> {
  const { dataDir, imagesFolder, setting } = options
  const keys = setting ? parseKeySetting(setting) : await startKeyRing(dataDir)
  const rotation = await reencryptImages(imagesFolder, keys)
  if (!setting && rotation.failed.length === 0) await writeImageKeyFile(dataDir, [keys[0]])
  return rotation
}

function parseKeySetting(setting: string): KeyRing {
  const keys = parseKeyRing(setting, 'IMAGE_KEY')
  if (keys.length > 1) return keys
  throw new Error(
    'IMAGE_KEY is set: write a new key before the old one, with a comma between, and run this again.',
  )
}

/** Writes the new key to disk before anything is encrypted with it. */
async function startKeyRing(dataDir: string): Promise<KeyRing> {
  const storedKeys = await readImageKeyFile(dataDir)
  if (!storedKeys) throw new Error(`There is no image.key in ${dataDir}, so nothing is sealed.`)
  if (storedKeys.length > 1) return storedKeys
  const keys: KeyRing = [makeImageKey(), ...storedKeys]
  await writeImageKeyFile(dataDir, keys)
  return keys
}

async function reencryptImages(folder: string, keys: KeyRing): Promise<Rotation> {
  const names = (await readdir(folder).catch(() => [])).filter(
    (name) => name.endsWith(encryptedSuffix) && !name.startsWith('.'),
  )
  const failed: string[] = []
  let done = 0
  for (const name of names) {
    const id = name.slice(0, -encryptedSuffix.length)
    const encrypted = await readFile(join(folder, name))
    if (isEncryptedWithNewest(keys, encrypted)) continue
    const picture = tryDecrypt(keys, id, encrypted)
    if (!picture) {
      failed.push(name)
      continue
    }
    await writeAtomically(folder, name, encrypt(keys, id, picture))
    done += 1
  }
  return { done, failed }
}

function tryDecrypt(keys: KeyRing, id: string, encrypted: Buffer): Buffer | null {
  try {
    return decrypt(keys, id, encrypted)
  } catch {
    return null
  }
}

const serversStoppedFlag = '--servers-are-stopped'

async function runFromCommandLine(): Promise<void> {
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
}

if (import.meta.main) await runFromCommandLine()
