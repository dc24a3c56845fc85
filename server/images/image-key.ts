import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { makeKeyFile, nullIfMissing, parseKey, readKeyFile } from '../key-file.ts'
import { sealedSuffix } from './open-images.ts'

const fileName = 'image.key'

type Given = {
  /** IMAGE_KEY: 64 hex digits, or 32 bytes in base64. */
  readonly setting: string | undefined
  readonly dataDir: string
  readonly imagesFolder: string
}

/** The key of the identity images: as set, else made once and kept in the data folder. */
export async function readImageKey({ setting, dataDir, imagesFolder }: Given): Promise<Buffer> {
  if (setting) return parseKey(setting, 'IMAGE_KEY')
  const kept = await readKeyFile(dataDir, fileName)
  if (kept) return kept
  if (await hasSealed(imagesFolder)) {
    throw new Error(
      `${join(dataDir, fileName)} is missing, but ${imagesFolder} holds images sealed with it. Restore it from a backup, or set IMAGE_KEY.`,
    )
  }
  return makeKeyFile(dataDir, fileName)
}

async function hasSealed(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names.some((name) => name.endsWith(sealedSuffix))
}
