import { createHmac } from 'node:crypto'
import { makeKeyFile, parseKey, readKeyFile } from './key-file.ts'

/** What a digest is for; each purpose has digests of its own. */
type HmacPurpose =
  | 'device'
  | 'idempotency'
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
