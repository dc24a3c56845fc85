import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createDiskMonitor } from '#server/platform/disk-space.ts'
import { getImagesFolder } from '#server/platform/images/open-image-files.ts'
import { databaseName, findDamagedFile, readManifest } from '../backup/manifest.ts'
import type { BackupFacts, StorageFacts } from './check-storage.ts'

/** @throws when the data folder is missing or may not be read. */
export async function readStorage(config: Config, backupsFolder: string): Promise<StorageFacts> {
  const { DATA_DIR, DATABASE_URL } = config
  const names = (await readdir(DATA_DIR)).map((name) => join(DATA_DIR, name))
  const imagesFolder = getImagesFolder(config)
  const isNamed = imagesFolder === null || names.includes(imagesFolder)
  const paths = isNamed ? names : [...names, imagesFolder]
  const others = await Promise.all(paths.map((path) => readEntry(path).catch(() => null)))
  const folders = [DATA_DIR, ...(config.IMAGES_URL && imagesFolder ? [imagesFolder] : [])]
  return {
    entries: [await readEntry(DATA_DIR), ...others.filter((entry) => entry !== null)],
    disks: await Promise.all(folders.map(readDisk)),
    databaseBytes: DATABASE_URL ? 0 : (await stat(join(DATA_DIR, databaseName))).size,
    backups: await readBackups(backupsFolder, { dataDir: DATA_DIR, isDump: Boolean(DATABASE_URL) }),
  }
}

async function readEntry(path: string) {
  const { mode, uid, isDirectory } = await readStat(path)
  return { path, isFolder: isDirectory, mode: mode & 0o777, ownerId: uid }
}

async function readStat(path: string) {
  const found = await stat(path)
  return { mode: found.mode, uid: found.uid, isDirectory: found.isDirectory() }
}

async function readDisk(folder: string) {
  const { ffree, files } = await statfs(folder)
  const space = await createDiskMonitor([folder]).check()
  return { folder, ...space, freeInodes: ffree, totalInodes: files }
}

type BackupsOf = {
  readonly dataDir: string
  /** On PostgreSQL backups are files of pg_dump. */
  readonly isDump: boolean
}

async function readBackups(folder: string, { dataDir, isDump }: BackupsOf): Promise<BackupFacts> {
  const names = await readdir(folder).catch(() => null)
  if (names === null) return { folder, newest: null, isOnDataDisk: false }
  const found = isDump ? await findNewestDump(folder, names) : await findNewestBackup(folder, names)
  return { folder, newest: found, isOnDataDisk: await isOnSameDisk(folder, dataDir) }
}

async function isOnSameDisk(one: string, other: string): Promise<boolean> {
  const [{ dev }, { dev: otherDev }] = await Promise.all([
    stat(await realpath(one)),
    stat(await realpath(other)),
  ])
  return dev === otherDev
}

/** Their names sort by time; one that was not finished has another name. */
async function findNewestBackup(folder: string, names: readonly string[]) {
  const name = names
    .filter((each) => /^backup-[\dT-]+Z$/.test(each))
    .toSorted()
    .at(-1)
  if (name === undefined) return null
  const path = join(folder, name)
  const { mode, mtimeMs } = await stat(path)
  try {
    const manifest = await readManifest(path)
    const damaged = await findDamagedFile(path, manifest)
    const how = damaged?.isMissing ? 'is missing' : 'is not as it was backed up'
    return {
      name,
      madeAt: Date.parse(manifest.madeAt),
      damage: damaged && `${damaged.path} ${how}`,
      warnings: manifest.warnings,
      mode: mode & 0o777,
    }
  } catch (error) {
    const damage = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '')
    return { name, madeAt: mtimeMs, damage, warnings: [], mode: mode & 0o777 }
  }
}

/** A `….dump`, with the output of `sha256sum` beside it as `….dump.sha256`. */
async function findNewestDump(folder: string, names: readonly string[]) {
  const dumps = await Promise.all(
    names
      .filter((each) => each.endsWith('.dump'))
      .map(async (name) => ({ name, ...(await readDump(join(folder, name))) })),
  )
  const newest = dumps.toSorted((one, other) => one.madeAt - other.madeAt).at(-1)
  if (!newest) return null
  return { ...newest, damage: await findDumpDamage(join(folder, newest.name)), warnings: [] }
}

async function readDump(path: string) {
  const { mtimeMs, mode } = await stat(path)
  return { madeAt: mtimeMs, mode: mode & 0o777 }
}

async function findDumpDamage(path: string): Promise<string | null> {
  const kept = await readFile(`${path}.sha256`, 'utf8').catch(() => null)
  if (kept === null) return 'there is no checksum beside it (sha256sum)'
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return kept.startsWith(hash.digest('hex')) ? null : 'its checksum is another one'
}
