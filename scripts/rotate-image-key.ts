import '#server/platform/private-files.ts'
import { readConfig } from '#server/config.ts'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import {
  decrypt,
  encrypt,
  isEncryptedWithNewest,
  type KeyRing,
  makeImageKey,
  parseKeyRing,
  readImageKeyFile,
  writeImageKeyFile,
} from '#server/platform/images/image-encryption.ts'
import { encryptedSuffix, type ImageFiles } from '#server/platform/images/image-files.ts'
import { createImageFiles } from '#server/platform/images/open-image-files.ts'
import { confirm, readCommand } from './command-line/read-command.ts'

type RotateOptions = {
  readonly dataDir: string
  readonly files: ImageFiles
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
  const { dataDir, files, setting } = options
  const names = (await files.list()).map(({ name }) => name)
  const encryptedNames = names.filter((name) => name.endsWith(encryptedSuffix))
  // A wrong place, or the server's with other settings: its pictures would lose their key.
  if (encryptedNames.length === 0) {
    throw new Error(`There are no identity pictures in ${files.place}. The key stays as it is.`)
  }
  const keys = setting ? parseKeySetting(setting) : await startKeyRing(dataDir)
  const aside = files.openSetAside()
  const asideNames = (await aside.list()).map(({ name }) => name)
  const rotations = [
    await reencryptImages(files, { names: encryptedNames, keys }),
    await reencryptImages(aside, {
      names: asideNames.filter((name) => name.endsWith(encryptedSuffix)),
      keys,
    }),
  ]
  const rotation = {
    done: rotations.reduce((sum, { done }) => sum + done, 0),
    failed: rotations.flatMap(({ failed }) => failed),
  }
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

type Reencryption = { readonly names: readonly string[]; readonly keys: KeyRing }

async function reencryptImages(
  files: ImageFiles,
  { names, keys }: Reencryption,
): Promise<Rotation> {
  const failed: string[] = []
  let done = 0
  for (const name of names) {
    const id = name.slice(0, -encryptedSuffix.length)
    const encrypted = await files.read(name)
    if (!encrypted || isEncryptedWithNewest(keys, encrypted)) continue
    const picture = tryDecrypt(keys, id, encrypted)
    if (!picture) {
      failed.push(name)
      continue
    }
    await files.write(name, encrypt(keys, id, picture))
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

async function runFromCommandLine(): Promise<void> {
  const { values } = readCommand('rotate-image-key')
  const loss = 'This encrypts every identity picture with a new key and deletes the old one.'
  await confirm(values.yes, loss)
  try {
    const config = readConfig(process.env)
    const { DATABASE_URL, DATA_DIR, IMAGE_KEY } = config
    if (DATABASE_URL && !values['servers-are-stopped']) {
      throw new Error('Stop every server on this database first, then add --servers-are-stopped.')
    }
    const releaseLock = acquireInstanceLock(DATA_DIR)
    if (!releaseLock) throw new Error(`A server is using the folder ${DATA_DIR}. Stop it first.`)
    const { done, failed } = await rotateImageKey({
      dataDir: DATA_DIR,
      files: await createImageFiles(config),
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
