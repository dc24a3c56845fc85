import { setTimeout as sleep } from 'node:timers/promises'
import type { ImageErrorCode, ImagePurpose } from '#core/images/image-limits.ts'
import type { Refusal } from '#core/refusal.ts'
import { instituteIdFile, readInstituteId, toInstituteIdFile } from '../institute-id.ts'
import type { SpooledBytes } from '../upload-spool.ts'
import type { Picture } from './decode.ts'
import { decrypt, encrypt, type KeyRing } from './image-encryption.ts'
import { encryptedSuffix, type ImageFiles, plainSuffix, toImageId } from './image-files.ts'
import { moveImageFiles } from './set-aside.ts'

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
  /** Removes pictures that no row names or will name; what fails is tried again by the next job. */
  discard(ids: readonly string[]): Promise<void>
  removeDiscarded(): Promise<void>
  hasEncrypted(id: string): Promise<boolean>
  /** Every picture there is that was written before this time of the machine's clock. */
  list(writtenBefore: number): Promise<readonly string[]>
  /** From here on only found where somebody asks for them. */
  setAside(ids: readonly string[]): Promise<void>
  /** Those that were set aside before this time of the machine's clock. */
  listSetAside(setAsideBefore: number): Promise<readonly string[]>
  bringBack(ids: readonly string[]): Promise<void>
  /** How many pictures are left alone that no row names: too many to be set aside. */
  countUnnamed(): number
  setUnnamed(count: number): void
  /** For people. */
  readonly place: string
  /** The institute's id that lies beside the pictures. */
  readInstituteId(): Promise<string | null>
  writeInstituteId(id: string): Promise<void>
  /** Whether the last call to a bucket failed. */
  isFailing(): boolean
}

const maxDiscardMs = 1_000

type ImageStoreOptions = { readonly files: ImageFiles; readonly keys: KeyRing }

export async function openImageStore({ files, keys }: ImageStoreOptions): Promise<ImageStore> {
  await files.open()
  const aside = files.openSetAside()
  const discarded = new Set<string>()
  let unnamed = 0
  const read = async (name: string) => (await files.read(name)) ?? aside.read(name)
  const remove = async (id: string) => {
    await files.remove(toFileNames(id))
    await aside.remove(toFileNames(id))
    discarded.delete(id)
  }
  const removeAll = (ids: Iterable<string>) => Promise.allSettled([...ids].map(remove))
  return {
    place: files.place,
    // Loaded on first use: the decoder is large.
    decode: async (bytes, use) =>
      (await import('./decode-in-worker.ts')).decodeInWorker(bytes, use),
    save: (id, png) => files.write(toFileName(id, plainSuffix), png),
    load: (id) => read(toFileName(id, plainSuffix)),
    saveEncrypted: (id, png) =>
      files.write(toFileName(id, encryptedSuffix), encrypt(keys, id, png)),
    async loadEncrypted(id) {
      const encrypted = await read(toFileName(id, encryptedSuffix))
      return encrypted && decrypt(keys, id, encrypted)
    },
    remove,
    async discard(ids) {
      for (const id of ids) discarded.add(id)
      await Promise.race([removeAll(ids), sleep(maxDiscardMs, null, { ref: false })])
    },
    async removeDiscarded() {
      await removeAll(discarded)
    },
    isFailing: files.isFailing,
    hasEncrypted: async (id) => {
      const name = toFileName(id, encryptedSuffix)
      return (await files.has(name)) || aside.has(name)
    },
    list: (writtenBefore) => listIds(files, writtenBefore),
    setAside: (ids) => moveImageFiles(ids.flatMap(toFileNames), { from: files, to: aside }),
    listSetAside: (setAsideBefore) => listIds(aside, setAsideBefore),
    bringBack: (ids) => moveImageFiles(ids.flatMap(toFileNames), { from: aside, to: files }),
    countUnnamed: () => unnamed,
    setUnnamed(count) {
      unnamed = count
    },
    readInstituteId: () => readInstituteId(files),
    writeInstituteId: (id) => files.write(instituteIdFile, toInstituteIdFile(id)),
  }
}

async function listIds(files: ImageFiles, writtenBefore: number): Promise<readonly string[]> {
  const old = (await files.list()).filter(({ writtenAt }) => writtenAt < writtenBefore)
  return [...new Set(old.flatMap(({ name }) => toImageId(name) ?? []))]
}

function toFileNames(id: string): string[] {
  return [toFileName(id, plainSuffix), toFileName(id, encryptedSuffix)]
}

function toFileName(id: string, suffix: string): string {
  if (toImageId(id + suffix) !== id) throw new Error('An image has an id that is no file name')
  return id + suffix
}
