import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageErrorCode, ImagePurpose } from '#core/images/image-limits.ts'
import type { Refusal } from '#core/refusal.ts'
import { syncFolder, writeAtomically } from '../atomic-file.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import type { Picture } from './decode.ts'
import { decrypt, encrypt, encryptedSuffix, type KeyRing } from './image-encryption.ts'

export type ImageStore = {
  /** Decodes and re-encodes, off the event loop; or says why the picture is refused. */
  decode(bytes: SpooledBytes, use: ImagePurpose): Promise<Picture | Refusal<ImageErrorCode>>
  /** Durable once it answers: written, fsynced, renamed, folder fsynced. */
  save(id: string, png: Buffer): Promise<void>
  load(id: string): Promise<Buffer | null>
  /** The same, encrypted at rest. */
  saveEncrypted(id: string, png: Buffer): Promise<void>
  loadEncrypted(id: string): Promise<Buffer | null>
  remove(id: string): Promise<void>
  hasEncrypted(id: string): Promise<boolean>
  /** Every picture there is that was written before this time of the machine's clock. */
  list(writtenBefore: number): Promise<readonly string[]>
}

const plainSuffix = '.png'
const imageFile = /^([A-Za-z0-9_-]{1,64})\.(?:png|sealed)$/
const hour = 60 * 60 * 1000

/** Pictures as files in one folder, never below the web root. */
export async function openImageStore({
  folder,
  keys,
}: {
  readonly folder: string
  readonly keys: KeyRing
}): Promise<ImageStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepLeftovers(folder)
  return {
    // Loaded on first use: the decoder is large.
    decode: async (bytes, use) =>
      (await import('./decode-in-worker.ts')).decodeInWorker(bytes, use),
    save: (id, png) => writeAtomically(folder, toFileName(id, plainSuffix), png),
    load: (id) => readIfPresent(join(folder, toFileName(id, plainSuffix))),
    saveEncrypted: (id, png) =>
      writeAtomically(folder, toFileName(id, encryptedSuffix), encrypt(keys, id, png)),
    async loadEncrypted(id) {
      const encrypted = await readIfPresent(join(folder, toFileName(id, encryptedSuffix)))
      return encrypted && decrypt(keys, id, encrypted)
    },
    async remove(id) {
      for (const suffix of [plainSuffix, encryptedSuffix]) {
        await rm(join(folder, toFileName(id, suffix)), { force: true })
      }
      await syncFolder(folder)
    },
    hasEncrypted: (id) =>
      access(join(folder, toFileName(id, encryptedSuffix))).then(
        () => true,
        () => false,
      ),
    async list(writtenBefore) {
      await sweepLeftovers(folder)
      const ids = new Set<string>()
      for (const name of await readdir(folder)) {
        const [, id] = imageFile.exec(name) ?? []
        const stats = id && (await stat(join(folder, name)).catch(() => null))
        if (stats && stats.mtimeMs < writtenBefore) ids.add(id)
      }
      return [...ids]
    },
  }
}

function toFileName(id: string, suffix: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('An image has an id that is no file name')
  return id + suffix
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Removes partial files of a killed process; one of the last hour may still be in use. */
async function sweepLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > hour) await rm(path, { force: true })
  }
}
