import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder, writeAndSync, writeDurably } from '#server/durable-file.ts'
import { sealedSuffix } from '#server/images/open-images.ts'
import { unseal } from '#server/images/seal.ts'
import { parseKey } from '#server/key-file.ts'
import { auditHeadOf, copyDatabase, countRows, databaseFile, picturesOf } from './copy-database.ts'
import {
  type BackupFile,
  databaseName,
  fileOf,
  keyName,
  type Manifest,
  manifestName,
} from './manifest.ts'

type Given = {
  readonly dataDir: string
  readonly imagesFolder: string
  /** IMAGE_KEY; else the one in the data folder. */
  readonly imageKey: string | undefined
  /** The backup becomes a new folder in here. */
  readonly into: string
  readonly at: Date
}

/**
 * First the database, then the pictures: those it names were on disk before their rows were. The
 * folder gets its name when everything in it is on disk, so that half a backup is not taken for one.
 */
export async function writeBackup(given: Given): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir, imagesFolder, imageKey, into, at } = given
  const name = `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const staging = join(into, `${name}.unfinished`)
  await mkdir(into, { recursive: true })
  await mkdir(staging, { mode: 0o700 })
  try {
    const database = join(staging, databaseName)
    await copyDatabase(join(dataDir, databaseName), database)
    const key = imageKey ?? (await readFile(join(dataDir, keyName), 'utf8').catch(() => null))
    const pictures = await copyPictures(imagesFolder, join(staging, 'images'), key)
    const files = [await databaseFile(database), ...pictures.files]
    if (key !== null) {
      const bytes = Buffer.from(`${key.trim()}\n`)
      await writeAndSync(join(staging, keyName), bytes)
      files.push(fileOf(keyName, bytes))
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: at.toISOString(),
      rows: countRows(database),
      auditHead: auditHeadOf(database),
      warnings: warningsOf(database, pictures),
      files,
    }
    await writeDurably(staging, manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
    const folder = join(into, name)
    await rename(staging, folder)
    await syncFolder(into)
    return { folder, manifest }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

type Pictures = { readonly files: BackupFile[]; readonly closed: number }

async function copyPictures(from: string, to: string, key: string | null): Promise<Pictures> {
  await mkdir(to, { mode: 0o700 })
  const names = (await readdir(from).catch(() => [])).filter((name) => !name.startsWith('.'))
  const files: BackupFile[] = []
  let closed = 0
  for (const name of names) {
    const bytes = await readFile(join(from, name)).catch(() => null)
    // Erased for good since we looked.
    if (bytes === null) continue
    await writeAndSync(join(to, name), bytes)
    files.push(fileOf(`images/${name}`, bytes))
    if (name.endsWith(sealedSuffix) && !opens(name, bytes, key)) closed++
  }
  await syncFolder(to)
  return { files, closed }
}

function opens(name: string, bytes: Buffer, key: string | null): boolean {
  try {
    unseal(parseKey(key ?? '', keyName), name.slice(0, -sealedSuffix.length), bytes)
    return true
  } catch {
    return false
  }
}

function warningsOf(database: string, { files, closed }: Pictures): string[] {
  const there = new Set(files.map(({ path }) => path))
  const { sealed, plain } = picturesOf(database)
  const wanted = [
    ...sealed.map((id) => `images/${id}${sealedSuffix}`),
    ...plain.map((id) => `images/${id}.png`),
  ]
  const missing = wanted.filter((path) => !there.has(path)).length
  return [
    ...(missing > 0 ? [`Pictures that the database names, but are not there: ${missing}.`] : []),
    ...(closed > 0 ? [`Identity images that the key does not open: ${closed}.`] : []),
  ]
}
