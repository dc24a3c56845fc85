import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { acquireInstanceLock } from '#server/database/instance-lock.ts'
import { syncFolder } from '#server/platform/atomic-file.ts'
import { parseKeyRing } from '#server/platform/images/image-encryption.ts'
import { checkDatabase } from './copy-database.ts'
import {
  databaseName,
  findDamagedFile,
  keyName,
  type Manifest,
  ownFilesName,
  readManifest,
  secretName,
} from './manifest.ts'

type RestoreBackupInput = {
  /** The backup. */
  readonly from: string
  readonly dataDir: string
  readonly imagesFolder: string
  readonly imageKey: string | undefined
}

/** Restores only into an empty folder, and only files that are byte for byte what was backed up. */
export async function restoreBackup(input: RestoreBackupInput): Promise<Manifest> {
  const { from, dataDir, imagesFolder, imageKey } = input
  const manifest = await readManifest(from)
  await checkFiles(from, manifest)
  await checkImageKey(from, manifest, imageKey)
  const releaseLock = acquireInstanceLock(dataDir)
  if (!releaseLock) throw new Error(`A server is using the folder ${dataDir}. Stop it first.`)
  try {
    const staging = join(dataDir, 'restoring')
    const stagedImages = `${imagesFolder}.restoring`
    const isResumed = existsSync(staging)
    checkTargetIsEmpty(dataDir, imagesFolder, isResumed)
    for (const folder of [staging, stagedImages]) {
      await rm(folder, { recursive: true, force: true })
      await mkdir(folder, { recursive: true, mode: 0o700 })
    }
    for (const { path } of manifest.files) {
      const [, image] = path.split('images/')
      if (path === keyName && imageKey) continue
      if (path.startsWith(`${ownFilesName}/`)) continue
      await copyAndSync(join(from, path), image ? join(stagedImages, image) : join(staging, path))
    }
    checkDatabase(join(staging, databaseName))

    if (isResumed) await rm(imagesFolder, { recursive: true, force: true })
    else if (existsSync(imagesFolder)) await rmdir(imagesFolder)
    await syncFolder(stagedImages)
    await rename(stagedImages, imagesFolder)
    await syncFolder(dirname(imagesFolder))
    for (const name of [keyName, secretName]) {
      if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
    }
    // Written last: without it the folder does not look like an institute.
    await rename(join(staging, databaseName), join(dataDir, databaseName))
    await syncFolder(dataDir)
    await rm(staging, { recursive: true })
    return manifest
  } finally {
    releaseLock()
  }
}

async function checkFiles(folder: string, manifest: Manifest): Promise<void> {
  const damaged = await findDamagedFile(folder, manifest)
  if (!damaged) return
  throw new Error(
    damaged.isMissing
      ? `${damaged.path} is missing in the backup ${folder}. Nothing was restored.`
      : `${damaged.path} is not as it was backed up. Nothing was restored.`,
  )
}

async function checkImageKey(from: string, { files }: Manifest, imageKey: string | undefined) {
  if (!imageKey || !files.some(({ path }) => path === keyName)) return
  const backupKey = await readFile(join(from, keyName), 'utf8')
  const [newest] = parseKeyRing(backupKey, keyName)
  if (!parseKeyRing(imageKey, 'IMAGE_KEY').some((key) => key.equals(newest))) {
    throw new Error('IMAGE_KEY is not the key of this backup: its identity images would be lost.')
  }
}

/** `isAgain`: an earlier restore was interrupted here, and the files in the folder are its own. */
function checkTargetIsEmpty(dataDir: string, imagesFolder: string, isResumed: boolean) {
  const existing = [
    ...(existsSync(join(dataDir, databaseName)) ? [join(dataDir, databaseName)] : []),
    ...(isResumed ? [] : listExisting(dataDir, imagesFolder)),
  ]
  if (existing.length === 0) return
  throw new Error(`${existing.join(' and ')} would be overwritten. Restore into an empty folder.`)
}

function listExisting(dataDir: string, imagesFolder: string): string[] {
  const hasImages = existsSync(imagesFolder) && readdirSync(imagesFolder).length > 0
  const keys = [keyName, secretName].map((name) => join(dataDir, name))
  return [...(hasImages ? [imagesFolder] : []), ...keys.filter((key) => existsSync(key))]
}

async function copyAndSync(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  const file = await open(to, 'r+')
  await file.chmod(0o600)
  await file.sync()
  await file.close()
}
