import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryName, syncFolder, writeAndSync } from './atomic-file.ts'

/** The purpose of a digest; each has digests of its own. */
type HmacPurpose =
  | 'device'
  | 'hashing-slots'
  | 'idempotency'
  | 'imported-password'
  | 'limit'
  | 'one-time-password'
  | 'place'
  | 'typed-email'

/**
 * HMAC-SHA-256 under the server's secret, in base64url: nobody without it can find the text by
 * trying.
 */
export type Hmac = (purpose: HmacPurpose, text: string) => string

const fileName = 'secret.key'

type SecretKeyOptions = {
  /** SECRET_KEY: 64 hex digits, or 32 bytes in base64. */
  readonly setting: string | undefined
  readonly dataDir: string
}

/**
 * The server's secret: the setting, else one created once and stored in the data folder. A lost one
 * can be replaced, but second factors, unused one-time passwords and known devices are lost with
 * it.
 */
export async function readSecretKey({ setting, dataDir }: SecretKeyOptions): Promise<Buffer> {
  if (setting) return parseKey(setting, 'SECRET_KEY')
  return (await readKeyFile(dataDir, fileName)) ?? makeKeyFile(dataDir, fileName)
}

/** No digest of one purpose is ever one of another. */
export function createHmacFunction(key: Buffer): Hmac {
  return (purpose, text) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(text).digest('base64url')
}

export type SecretBox = {
  seal(text: string, owner: string): string
  /** Null if it was encrypted for another owner or under another secret, or was changed. */
  open(sealed: string, owner: string): string | null
}

const ivBytes = 12
const tagBytes = 16

/** Small secrets that must be read again, under a key made from the server's secret. */
export function createSecretBox(secret: Buffer): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), 'secret box', 32))
  return {
    seal(text, owner) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const iv = bytes.subarray(0, ivBytes)
      const tag = bytes.subarray(ivBytes, ivBytes + tagBytes)
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
        const rest = bytes.subarray(ivBytes + tagBytes)
        return Buffer.concat([decipher.update(rest), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

const keyBytes = 32

/** The 32 bytes in a key file of the data folder, or null where there is no such file. */
async function readKeyFile(dataDir: string, name: string): Promise<Buffer | null> {
  const path = join(dataDir, name)
  const text = await readFile(path, 'utf8').catch(nullIfMissing)
  return text === null ? null : parseKey(text, path)
}

/** Makes a key file, readable by its own user only. Of two processes that start at once both get the first one's key. */
export async function makeKeyFile(dataDir: string, name: string): Promise<Buffer> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const temporary = join(dataDir, makeTemporaryName(name))
  const path = join(dataDir, name)
  await writeAndSync(temporary, Buffer.from(`${randomBytes(keyBytes).toString('hex')}\n`))
  try {
    // A link never replaces what is there.
    await link(temporary, path)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
  await syncFolder(dataDir)
  return parseKey(await readFile(path, 'utf8'), path)
}

/** 64 hex digits, or 32 bytes in base64. */
export function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed, 'base64')
  if (key.length !== keyBytes || !/^[\w+/=-]+$/.test(trimmed)) {
    throw new Error(`${source} must hold 32 bytes: 64 hex digits, or 44 characters of base64.`)
  }
  return key
}

export function nullIfMissing(error: unknown): null {
  if (getErrorCode(error) === 'ENOENT') return null
  throw error
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
