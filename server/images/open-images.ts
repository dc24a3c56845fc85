import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Images } from '../deps.ts'
import { syncFolder, writeDurably } from '../durable-file.ts'
import { type KeyRing, seal, unseal } from './seal.ts'

const plainSuffix = '.png'
export const sealedSuffix = '.sealed'
const imageFile = /^([A-Za-z0-9_-]{1,64})\.(?:png|sealed)$/
const hour = 60 * 60 * 1000

/** Pictures as files in one folder, never below the web root. */
export async function openImages({
  folder,
  keys,
}: {
  readonly folder: string
  readonly keys: KeyRing
}): Promise<Images> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepLeftovers(folder)
  return {
    // The decoder is large, and an idle server has no use for it.
    decode: async (bytes, use) =>
      (await import('./decode-in-worker.ts')).decodeInWorker(bytes, use),
    keep: (id, png) => writeDurably(folder, nameOf(id, plainSuffix), png),
    load: (id) => read(join(folder, nameOf(id, plainSuffix))),
    keepSecret: (id, png) => writeDurably(folder, nameOf(id, sealedSuffix), seal(keys, id, png)),
    async loadSecret(id) {
      const sealed = await read(join(folder, nameOf(id, sealedSuffix)))
      return sealed && unseal(keys, id, sealed)
    },
    async remove(id) {
      for (const suffix of [plainSuffix, sealedSuffix]) {
        await rm(join(folder, nameOf(id, suffix)), { force: true })
      }
      await syncFolder(folder)
    },
    hasSecret: (id) =>
      access(join(folder, nameOf(id, sealedSuffix))).then(
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

function nameOf(id: string, suffix: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new Error('An image has an id that is no file name')
  return id + suffix
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A process killed while it wrote leaves a part behind; a younger one may still be written. */
async function sweepLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && Date.now() - stats.mtimeMs > hour) await rm(path, { force: true })
  }
}
