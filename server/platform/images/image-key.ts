import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { makeKeyFile, nullIfMissing, parseKey } from '../key-file.ts'
import type { KeyRing } from './encrypt.ts'
import { encryptedSuffix } from './image-store.ts'

export const imageKeyFile = 'image.key'

type ImageKeyOptions = {
  /** IMAGE_KEY: 64 hex digits or 32 bytes in base64; several with commas between, the newest first. */
  readonly setting: string | undefined
  readonly dataDir: string
  readonly imagesFolder: string
}

/**
 * The keys of the identity images: those in the setting, else one created once and stored in the
 * data folder.
 */
export async function readImageKeys({
  setting,
  dataDir,
  imagesFolder,
}: ImageKeyOptions): Promise<KeyRing> {
  if (setting) return parseKeyRing(setting, 'IMAGE_KEY')
  const keyRing = await readImageKeyFile(dataDir)
  if (keyRing) return keyRing
  if (await hasEncryptedImages(imagesFolder)) {
    throw new Error(
      `${join(dataDir, imageKeyFile)} is missing, but ${imagesFolder} holds images sealed with it. Restore it from a backup, or set IMAGE_KEY.`,
    )
  }
  return [await makeKeyFile(dataDir, imageKeyFile)]
}

/** Several keys only while the images are being re-encrypted with a new one. */
export async function readImageKeyFile(dataDir: string): Promise<KeyRing | null> {
  const path = join(dataDir, imageKeyFile)
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  return text === null ? null : parseKeyRing(text, path)
}

/** Whole or not at all, readable by its own user only. */
export async function writeImageKeyFile(dataDir: string, keys: KeyRing): Promise<void> {
  const lines = keys.map((key) => `${key.toString('hex')}\n`)
  await writeAtomically(dataDir, imageKeyFile, Buffer.from(lines.join('')))
}

export function makeImageKey(): Buffer {
  return randomBytes(32)
}

export function parseKeyRing(text: string, source: string): KeyRing {
  const [first = '', ...others] = text.trim().split(/[\s,]+/)
  return [parseKey(first, source), ...others.map((key) => parseKey(key, source))]
}

async function hasEncryptedImages(folder: string): Promise<boolean> {
  const names = (await readdir(folder).catch(nullIfMissing)) ?? []
  return names.some((name) => name.endsWith(encryptedSuffix))
}
