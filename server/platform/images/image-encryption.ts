import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../atomic-file.ts'
import { makeKeyFile, nullIfMissing, parseKey } from '../secret-key.ts'
import { encryptedSuffix, type ImageFiles } from './image-files.ts'

const imageKeyFile = 'image.key'

type ImageKeyOptions = {
  /** IMAGE_KEY: 64 hex digits or 32 bytes in base64; several with commas between, the newest first. */
  readonly setting: string | undefined
  readonly dataDir: string
  readonly files: Pick<ImageFiles, 'place' | 'list'>
}

/**
 * The keys of the identity images: those in the setting, else one created once and stored in the
 * data folder.
 */
export async function readImageKeys({
  setting,
  dataDir,
  files,
}: ImageKeyOptions): Promise<KeyRing> {
  if (setting) return parseKeyRing(setting, 'IMAGE_KEY')
  const keyRing = await readImageKeyFile(dataDir)
  if (keyRing) return keyRing
  // Not looked at where a key is there: a bucket may be out of reach when the server starts.
  if ((await files.list()).some(({ name }) => name.endsWith(encryptedSuffix))) {
    throw new Error(
      `${join(dataDir, imageKeyFile)} is missing, but ${files.place} holds images sealed with it. Restore it from a backup, or set IMAGE_KEY.`,
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

/** Newest first: the first encrypts, all of them decrypt. */
export type KeyRing = readonly [Buffer, ...Buffer[]]

const cipher = 'aes-256-gcm'
/** Files of format 1 do not name the key they were encrypted with. */
const oldFormat = 1
const format = 2
const keyIdBytes = 8
const nonceBytes = 12
const tagBytes = 16

/**
 * Format byte, id of the key, nonce, tag, then the ciphertext. The image's id and the key's are
 * bound in: a swapped file is noticed.
 */
export function encrypt([key]: KeyRing, id: string, bytes: Buffer): Buffer {
  const keyId = getKeyId(key)
  const nonce = randomBytes(nonceBytes)
  const encryptor = createCipheriv(cipher, key, nonce).setAAD(toAdditionalData(id, keyId))
  const body = Buffer.concat([encryptor.update(bytes), encryptor.final()])
  return Buffer.concat([Buffer.of(format), keyId, nonce, encryptor.getAuthTag(), body])
}

/** @throws when a byte was changed, the file belongs to another id, or no key of the ring fits. */
export function decrypt(keys: KeyRing, id: string, encrypted: Buffer): Buffer {
  const { isKnown, keyId, nonce, tag, body } = readParts(encrypted)
  const candidates = keys.filter((key) => isKnown && (!keyId || getKeyId(key).equals(keyId)))
  for (const key of candidates) {
    try {
      const decryptor = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
        .setAAD(toAdditionalData(id, keyId))
        .setAuthTag(tag)
      return Buffer.concat([decryptor.update(body), decryptor.final()])
    } catch {
      // Another key may fit.
    }
  }
  throw new Error(
    `The sealed image ${id} does not open: it was changed on disk, or sealed with another IMAGE_KEY.`,
  )
}

/** True if it was encrypted with the newest key; says nothing about whether it can be decrypted. */
export function isEncryptedWithNewest([key]: KeyRing, encrypted: Buffer): boolean {
  return readParts(encrypted).keyId?.equals(getKeyId(key)) ?? false
}

function readParts(encrypted: Buffer) {
  const isOld = encrypted[0] === oldFormat
  const nonceAt = isOld ? 1 : 1 + keyIdBytes
  const tagAt = nonceAt + nonceBytes
  const bodyAt = tagAt + tagBytes
  return {
    isKnown: isOld || encrypted[0] === format,
    keyId: isOld ? null : encrypted.subarray(1, nonceAt),
    // The file is too short to hold a nonce and a tag.
    nonce: encrypted.subarray(nonceAt, tagAt),
    tag: encrypted.subarray(tagAt, bodyAt),
    body: encrypted.subarray(bodyAt),
  }
}

/** Tells keys apart and nothing about them. */
function getKeyId(key: Buffer): Buffer {
  return createHash('sha256').update('image key\n').update(key).digest().subarray(0, keyIdBytes)
}

function toAdditionalData(id: string, keyId: Buffer | null): Buffer {
  const name = Buffer.from(`image:${id}`)
  return keyId ? Buffer.concat([Buffer.of(format), keyId, name]) : name
}
