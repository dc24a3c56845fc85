import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder, writeAtomically } from '../atomic-file.ts'
import { nullIfMissing } from '../secret-key.ts'

type ImageFile = {
  readonly name: string
  /** By the clock of the machine that keeps it. */
  readonly writtenAt: number
}

/** The place of the images' files: a folder or a bucket. Their names are not checked here. */
export type ImageFiles = {
  /** For people: the folder, or host and bucket without the keys. */
  readonly place: string
  /** Gets the place ready for a server. */
  open(): Promise<void>
  /** Durable once it resolves; whole or not there at all. */
  write(name: string, bytes: Buffer): Promise<void>
  read(name: string): Promise<Buffer | null>
  has(name: string): Promise<boolean>
  /** Gone for good once it resolves. One that is not there is no error. */
  remove(names: readonly string[]): Promise<void>
  /** Files that are no images are left out. */
  list(): Promise<readonly ImageFile[]>
  /** Whether the last call to a bucket failed; a folder is watched as a disk. */
  isFailing(): boolean
  /** A place below this one, for images that no row names. Made when it is opened. */
  openSetAside(): ImageFiles
}

export const setAsideName = 'set-aside'

/** The place of the images cannot be reached, or refuses; the message is for the operator. */
export class ImagesUnavailableError extends Error {}

export const plainSuffix = '.png'
/** Ends the name of an encrypted image's file. */
export const encryptedSuffix = '.sealed'

const imageName = /^([A-Za-z0-9_-]{1,64})\.(?:png|sealed)$/

/** The id of the image in the file, or null if the name is none of an image. */
export function toImageId(name: string): string | null {
  return imageName.exec(name)?.[1] ?? null
}

const hour = 60 * 60 * 1000

/** A folder that is never below the web root, and made when it is opened. */
export function createImageFolder(folder: string): ImageFiles {
  return {
    place: folder,
    isFailing: () => false,
    async open() {
      const made = await mkdir(folder, { recursive: true, mode: 0o700 })
      if (made) await syncFolder(dirname(made))
      await sweepLeftovers(folder)
    },
    write: (name, bytes) => writeAtomically(folder, name, bytes),
    read: (name) => readFile(join(folder, name)).catch(nullIfMissing),
    has: (name) =>
      access(join(folder, name)).then(
        () => true,
        () => false,
      ),
    async remove(names) {
      for (const name of names) await rm(join(folder, name), { force: true })
      await syncFolder(folder).catch(nullIfMissing)
    },
    async list() {
      await sweepLeftovers(folder)
      const files: ImageFile[] = []
      for (const name of await listNames(folder)) {
        const stats = toImageId(name) && (await stat(join(folder, name)).catch(() => null))
        if (stats) files.push({ name, writtenAt: stats.mtimeMs })
      }
      return files
    },
    openSetAside: () => createImageFolder(join(folder, setAsideName)),
  }
}

async function listNames(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? []
}

/** Removes partial files of a killed process; one of the last hour may still be in use. */
async function sweepLeftovers(folder: string): Promise<void> {
  for (const name of await listNames(folder)) {
    if (!name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > hour) await rm(path, { force: true })
  }
}
