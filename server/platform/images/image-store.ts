import { setTimeout as sleep } from 'node:timers/promises'
import type { ImageErrorCode, ImagePurpose } from '#core/images/image-limits.ts'
import type { Refusal } from '#core/refusal.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import type { Picture } from './decode.ts'
import { decrypt, encrypt, type KeyRing } from './image-encryption.ts'
import { encryptedSuffix, type ImageFiles, plainSuffix, toImageId } from './image-files.ts'

export type ImageStore = {
  /** Decodes and re-encodes, off the event loop; or says why the picture is refused. */
  decode(bytes: SpooledBytes, use: ImagePurpose): Promise<Picture | Refusal<ImageErrorCode>>
  /** Durable once it answers. */
  save(id: string, png: Buffer): Promise<void>
  load(id: string): Promise<Buffer | null>
  /** The same, encrypted at rest. */
  saveEncrypted(id: string, png: Buffer): Promise<void>
  loadEncrypted(id: string): Promise<Buffer | null>
  /** Gone once it answers: only then may the row that names it go. */
  remove(id: string): Promise<void>
  /** Removes pictures that no row names; what fails or takes long is left to the retention job. */
  discard(ids: readonly string[]): Promise<void>
  hasEncrypted(id: string): Promise<boolean>
  /** Every picture there is that was written before this time of the machine's clock. */
  list(writtenBefore: number): Promise<readonly string[]>
  /** Whether the last call to a bucket failed. */
  isFailing(): boolean
}

const maxDiscardMs = 1_000

type ImageStoreOptions = { readonly files: ImageFiles; readonly keys: KeyRing }

export async function openImageStore({ files, keys }: ImageStoreOptions): Promise<ImageStore> {
  await files.open()
  const remove = (id: string) =>
    files.remove([toFileName(id, plainSuffix), toFileName(id, encryptedSuffix)])
  return {
    // Loaded on first use: the decoder is large.
    decode: async (bytes, use) =>
      (await import('./decode-in-worker.ts')).decodeInWorker(bytes, use),
    save: (id, png) => files.write(toFileName(id, plainSuffix), png),
    load: (id) => files.read(toFileName(id, plainSuffix)),
    saveEncrypted: (id, png) =>
      files.write(toFileName(id, encryptedSuffix), encrypt(keys, id, png)),
    async loadEncrypted(id) {
      const encrypted = await files.read(toFileName(id, encryptedSuffix))
      return encrypted && decrypt(keys, id, encrypted)
    },
    remove,
    async discard(ids) {
      const removing = Promise.allSettled(ids.map(remove))
      await Promise.race([removing, sleep(maxDiscardMs, null, { ref: false })])
    },
    isFailing: files.isFailing,
    hasEncrypted: (id) => files.has(toFileName(id, encryptedSuffix)),
    async list(writtenBefore) {
      const old = (await files.list()).filter(({ writtenAt }) => writtenAt < writtenBefore)
      return [...new Set(old.flatMap(({ name }) => toImageId(name) ?? []))]
    },
  }
}

function toFileName(id: string, suffix: string): string {
  if (toImageId(id + suffix) !== id) throw new Error('An image has an id that is no file name')
  return id + suffix
}
