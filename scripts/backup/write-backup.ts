import { globSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeAndSync, writeAtomically } from '#server/platform/atomic-file.ts'
import { decrypt, parseKeyRing } from '#server/platform/images/image-encryption.ts'
import {
  encryptedSuffix,
  type ImageFiles,
  ImagesUnavailableError,
  plainSuffix,
} from '#server/platform/images/image-files.ts'
import {
  copyDatabase,
  countRows,
  hashDatabaseFile,
  listPictures,
  readAuditHead,
} from './copy-database.ts'
import {
  type BackupFile,
  databaseName,
  keyName,
  type Manifest,
  manifestName,
  ownFilesName,
  secretName,
  toBackupFile,
} from './manifest.ts'

type WriteBackupInput = {
  readonly dataDir: string
  readonly images: ImageFiles
  /** IMAGE_KEY; else the one in the data folder. */
  readonly imageKey: string | undefined
  /** The folder of the institute's words and pictures; it need not exist. */
  readonly ownFolder: string
  readonly withIdentityPictures: boolean
  /** The backup becomes a new folder in this one. */
  readonly into: string
  readonly at: Date
}

/**
 * Copies the database first, then the pictures: a picture is on disk before the row that names it.
 * The folder gets its name once everything in it is on disk, so that half a backup is not taken for
 * a whole one.
 */
export async function writeBackup(
  input: WriteBackupInput,
): Promise<{ folder: string; manifest: Manifest }> {
  const { dataDir, images, imageKey, ownFolder, withIdentityPictures, into, at } = input
  const name = `backup-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
  const staging = join(into, `${name}.unfinished`)
  await mkdir(into, { recursive: true })
  await mkdir(staging, { mode: 0o700 })
  try {
    const database = join(staging, databaseName)
    await copyDatabase(join(dataDir, databaseName), database)
    const key = withIdentityPictures ? await readKey(dataDir, imageKey) : null
    const names = listPictureNames(listPictures(database), { withIdentityPictures })
    const pictures = await copyPictures({
      from: images,
      to: join(staging, 'images'),
      names,
      key,
    })
    const own = await copyOwnFiles(ownFolder, join(staging, ownFilesName))
    const files = [await hashDatabaseFile(database), ...pictures.files, ...own]
    // Second factors and unused one-time passwords depend on it.
    const secret = await readFile(join(dataDir, secretName), 'utf8').catch(() => null)
    for (const [file, text] of [
      [keyName, key],
      [secretName, secret],
    ] as const) {
      if (text === null) continue
      const bytes = Buffer.from(`${text.trim()}\n`)
      await writeAndSync(join(staging, file), bytes)
      files.push(toBackupFile(file, bytes))
    }
    const manifest: Manifest = {
      format: 1,
      madeAt: at.toISOString(),
      rows: countRows(database),
      auditHead: readAuditHead(database),
      identityPictures: withIdentityPictures ? 'included' : 'left out',
      warnings: listWarnings(names, pictures),
      files,
    }
    await writeAtomically(
      staging,
      manifestName,
      Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
    )
    const folder = join(into, name)
    await rename(staging, folder)
    await syncFolder(into)
    return { folder, manifest }
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    throw error
  }
}

async function copyOwnFiles(from: string, to: string): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  for (const name of globSync('**/*.*', { cwd: from }).toSorted()) {
    const bytes = await readFile(join(from, name))
    await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 })
    await writeAndSync(join(to, name), bytes)
    files.push(toBackupFile(`${ownFilesName}/${name}`, bytes))
  }
  return files
}

async function readKey(dataDir: string, setting: string | undefined): Promise<string | null> {
  return setting ?? (await readFile(join(dataDir, keyName), 'utf8').catch(() => null))
}

/** Copies only files that a row names: the others belong to nobody. */
function listPictureNames(
  { encrypted, plain }: ReturnType<typeof listPictures>,
  { withIdentityPictures }: { readonly withIdentityPictures: boolean },
): readonly string[] {
  const identityNames = withIdentityPictures ? encrypted.map((id) => `${id}${encryptedSuffix}`) : []
  return [...plain.map((id) => `${id}${plainSuffix}`), ...identityNames]
}

type CopiedPictures = { readonly files: BackupFile[]; readonly undecryptable: number }

type CopyPicturesInput = {
  readonly from: ImageFiles
  readonly to: string
  readonly names: readonly string[]
  readonly key: string | null
}

async function copyPictures({ from, to, names, key }: CopyPicturesInput): Promise<CopiedPictures> {
  await mkdir(to, { mode: 0o700 })
  const files: BackupFile[] = []
  let undecryptable = 0
  for (const name of names) {
    const bytes = await from.read(name).catch(nullIfDamaged)
    // Erased since the database was copied, or on a damaged part of the disk: a warning says so.
    if (bytes === null) continue
    await writeAndSync(join(to, name), bytes)
    files.push(toBackupFile(`images/${name}`, bytes))
    if (name.endsWith(encryptedSuffix) && !canDecrypt(name, bytes, key)) undecryptable++
  }
  await syncFolder(to)
  return { files, undecryptable }
}

/** A bucket out of reach would make a backup without pictures, which is no backup. */
function nullIfDamaged(error: unknown): null {
  if (error instanceof ImagesUnavailableError) throw error
  return null
}

function canDecrypt(name: string, bytes: Buffer, keys: string | null): boolean {
  try {
    decrypt(parseKeyRing(keys ?? '', keyName), name.slice(0, -encryptedSuffix.length), bytes)
    return true
  } catch {
    return false
  }
}

function listWarnings(
  names: readonly string[],
  { files, undecryptable }: CopiedPictures,
): string[] {
  const copied = new Set(files.map(({ path }) => path))
  const missing = names.filter((name) => !copied.has(`images/${name}`)).length
  return [
    ...(missing > 0 ? [`Pictures that the database names, but are not there: ${missing}.`] : []),
    ...(undecryptable > 0 ? [`Identity images that the key does not open: ${undecryptable}.`] : []),
  ]
}
