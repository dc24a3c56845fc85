import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryName, syncFolder, writeAndSync } from './atomic-file.ts'

const keyBytes = 32

/** The 32 bytes in a key file of the data folder, or null where there is no such file. */
export async function readKeyFile(dataDir: string, name: string): Promise<Buffer | null> {
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
