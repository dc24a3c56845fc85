import { createHmac } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { makeKeyFile, parseKey, readKeyFile } from './key-file.ts'

const fileName = 'secret.key'

type SecretKeyOptions = {
  /** SECRET_KEY: 64 hex digits, or 32 bytes in base64. */
  readonly setting: string | undefined
  readonly dataDir: string
}

/**
 * The server's secret: as set, else made once and kept in the data folder. It may be made anew when
 * it is lost: second factors, one-time passwords that wait and known devices are lost with it.
 */
export async function readSecretKey({ setting, dataDir }: SecretKeyOptions): Promise<Buffer> {
  if (setting) return parseKey(setting, 'SECRET_KEY')
  return (await readKeyFile(dataDir, fileName)) ?? makeKeyFile(dataDir, fileName)
}

/** No digest of one purpose is ever one of another. */
export function createHmacFunction(key: Buffer): Deps['hmac'] {
  return (purpose, text) =>
    createHmac('sha256', key).update(`${purpose}\n`).update(text).digest('base64url')
}
