import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const manifestName = 'manifest.json'
export const databaseName = 'institute.db'
export const keyName = 'image.key'
export const secretName = 'secret.key'
/** The institute's own words and pictures; beside the data, not in it. */
export const ownFilesName = 'institute'

const File = z.object({
  /** Rejects paths that lead out of the folder. */
  path: z
    .string()
    .regex(
      /^(institute\.db|image\.key|secret\.key|images\/[A-Za-z0-9_-]+\.[a-z]+|institute(\/\w[\w -]*(\.[\w -]+)*)+)$/,
    ),
  bytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BackupFile = z.output<typeof File>

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  rows: z.record(z.string(), z.int()),
  /**
   * The head of the audit log, to detect later that entries were removed; missing in old backups.
   */
  auditHead: z.string().optional(),
  /** Identity pictures and their key are sensitive, so they are included only on request. */
  identityPictures: z.enum(['included', 'left out']).default('included'),
  /** Problems that were found, in sentences. */
  warnings: z.array(z.string()),
  files: z.array(File),
})
export type Manifest = z.output<typeof Manifest>

/** @throws when the folder holds no backup, or one that was not finished. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null)
  if (text === null) throw new Error(`${folder} holds no finished backup: no ${manifestName}.`)
  const manifest = Manifest.safeParse(parseJson(text))
  if (!manifest.success) throw new Error(`${manifestName} in ${folder} cannot be read.`)
  return manifest.data
}

/** The first file that is not byte for byte what was backed up, or null. */
export async function findDamagedFile(
  folder: string,
  { files }: Manifest,
): Promise<{ readonly path: string; readonly isMissing: boolean } | null> {
  for (const { path, sha256 } of files) {
    const hash = createHash('sha256')
    try {
      for await (const chunk of createReadStream(join(folder, path))) hash.update(chunk)
    } catch {
      return { path, isMissing: true }
    }
    if (hash.digest('hex') !== sha256) return { path, isMissing: false }
  }
  return null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function toBackupFile(path: string, bytes: Uint8Array): BackupFile {
  return { path, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
